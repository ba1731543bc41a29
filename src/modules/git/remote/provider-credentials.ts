export const GIT_PROVIDERS = ['github', 'gitlab', 'gitea', 'bitbucket', 'other'] as const;
export type GitProvider = (typeof GIT_PROVIDERS)[number];

/** User names with which hosts take tokens in place of a password; Forgejo is as Gitea. */
const USERS: Record<GitProvider, string> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
  gitea: 'oauth2',
  bitbucket: 'x-token-auth',
  other: 'git',
};

/**
 * The credentials by which a host takes a token.
 * @param username of the token's owner, where a host wants that: app passwords and API tokens of people do.
 */
export function credentialsOf(
  provider: GitProvider,
  token: string,
  username?: string,
): { username: string; password: string } {
  return { username: username ?? USERS[provider], password: token };
}
