import { SignInRefused } from '#modules/saml/index.js';
import type { OidcPerson } from './oidc-person.js';

export const GITHUB = 'https://github.com';

/** The addresses at which GitHub, or a GitHub Enterprise Server, asks people and gives tokens. */
export function githubEndpoints(server: string) {
  return {
    authorization_endpoint: `${server}/login/oauth/authorize`,
    token_endpoint: `${server}/login/oauth/access_token`,
  };
}

/**
 * The person that a token of GitHub belongs to, with their primary address where GitHub has verified it.
 * @param read answers the JSON at an address of its API.
 * @throws SignInRefused
 */
export async function readGithubPerson(
  server: string,
  read: (address: string) => Promise<unknown>,
): Promise<OidcPerson> {
  const api = server === GITHUB ? 'https://api.github.com' : `${server}/api/v3`;
  const user = (await read(`${api}/user`)) as { id?: unknown; login?: unknown; name?: unknown } | null;
  const emails = await read(`${api}/user/emails`);
  if (!Number.isSafeInteger(user?.id)) throw new SignInRefused('GitHub did not say who signed in.');
  const all = Array.isArray(emails)
    ? (emails as { email?: unknown; primary?: unknown; verified?: unknown }[])
    : [];
  const primary = all.find((entry) => entry?.primary === true);
  const claims = {
    sub: String(user?.id),
    login: user?.login,
    name: typeof user?.name === 'string' && user.name !== '' ? user.name : user?.login,
    email: primary?.email,
    email_verified: primary?.verified === true,
  };
  return { subject: claims.sub, claims };
}
