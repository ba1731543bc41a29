import { SignInLinks, Users } from '#modules/users/index.js';
import { CliError } from './cli-error.js';
import { withInstallation } from './installation.js';
import type { Output } from './output.js';

const HOUR_MS = 3_600_000;

/** `bindery user password-link`: an address with which a user of this installation signs in once, and chooses a password. */
export async function runPasswordLink(
  output: Output,
  { user: email, hours }: { user: string; hours: string },
): Promise<void> {
  const lifetime = Number(hours) * HOUR_MS;
  if (!(lifetime > 0 && lifetime <= 30 * 24 * HOUR_MS))
    throw new CliError('--hours must be a number of hours from 1 to 720.');
  await withInstallation(async (context) => {
    const user = await context.get(Users).findUserByEmail(email);
    if (!user) throw new CliError(`There is no user with the address ${email}.`);
    const url = await context.get(SignInLinks).create(user.id, { lifetime });
    output.result({ url, user: user.id, email: user.email }, [url]);
  });
}
