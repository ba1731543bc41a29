import { Operators } from '#modules/operators/index.js';
import { Users } from '#modules/users/index.js';
import { CliError } from './cli-error.js';
import { withInstallation } from './installation.js';
import type { Output } from './output.js';

/** `bindery operator add`: makes a person an operator, also where no operator can sign in any more. */
export async function runOperatorAdd(output: Output, { user: email }: { user: string }): Promise<void> {
  await withInstallation(async (context) => {
    const user = await context.get(Operators).add(null, email);
    output.result({ user: user.id, email: user.email }, [`${user.email} is an operator.`]);
  });
}

/** `bindery operator remove`: takes the office away from a person. */
export async function runOperatorRemove(output: Output, { user: email }: { user: string }): Promise<void> {
  await withInstallation(async (context) => {
    const user = await context.get(Users).findUserByEmail(email);
    if (!user) throw new CliError(`There is no user with the address ${email}.`);
    await context.get(Operators).remove(null, user.id);
    output.result({ user: user.id, email: user.email }, [`${user.email} is no operator any more.`]);
  });
}

/** `bindery operator list`: prints who looks after this installation. */
export async function runOperatorList(output: Output): Promise<void> {
  await withInstallation(async (context) => {
    const operators = await context.get(Operators).list();
    const addresses = operators.map(({ user }) => user.email);
    output.result(
      { operators: operators.map(({ user, addedAt }) => ({ user: user.id, email: user.email, addedAt })) },
      addresses.length === 0 ? ['Nobody is an operator.'] : addresses,
    );
  });
}
