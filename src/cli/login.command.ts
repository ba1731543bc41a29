import { createInterface } from 'node:readline/promises';
import { CliError } from './cli-error.js';
import type { Api } from './api.js';
import type { Output } from './output.js';

interface SignInToken {
  token: string;
  expiresAt?: string;
  organization?: string;
}

/** `bindery login`: a token for somebody who signs in with a browser, by a one-time code that they see there. */
export async function runLogin(api: Api, output: Output, options: { code?: string }): Promise<void> {
  output.note(`Open ${api.pageAddress('app/cli')} in a browser and sign in there; it shows a code.`);
  const code = options.code ?? (await ask('Code: '));
  const made = await api.postAnonymously<SignInToken>('sso/token', { code });
  const until = made.expiresAt === undefined ? 'until it is revoked' : `until ${made.expiresAt}`;
  output.note(`Signed in ${until}. Set the token as BINDERY_TOKEN:`);
  output.result(made, [made.token]);
}

/** To standard error: standard output is for the token alone. */
async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await reader.question(question);
  } catch {
    throw new CliError('No code was entered.');
  } finally {
    reader.close();
  }
}
