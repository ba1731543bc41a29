import { Users, UserTokens } from '#modules/users/index.js';
import { CliError } from './cli-error.js';
import { withInstallation } from './installation.js';
import type { Output } from './output.js';

/** `bindery token create`: a personal token for a user of this installation. */
export async function runTokenCreate(
  output: Output,
  { user: email, label }: { user: string; label: string },
): Promise<void> {
  await withInstallation(async (context) => {
    const user = await context.get(Users).findUserByEmail(email);
    if (!user) throw new CliError(`There is no user with the address ${email}.`);
    const { token, record } = await context.get(UserTokens).create(user.id, { label });
    output.result({ token, id: record.id, user: user.id, email: user.email, label }, [token]);
  });
}
