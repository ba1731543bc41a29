import type { GitProvider } from '../remote/provider-credentials.js';

/** Products whose API we speak; Forgejo is as Gitea. */
export type ApiProvider = Exclude<GitProvider, 'other'>;

/** The API of a host, and the token with which it is asked. */
export interface HostAccess {
  provider: ApiProvider;
  /** Without a slash at its end, as in https://api.github.com or https://git.example.com/api/v1. */
  apiBase: string;
  token: string;
  /** Of the token's owner, where the host wants both. */
  username?: string;
}

/** The API of the host of a repository, and the place of the repository there. */
export interface ProviderAccess extends HostAccess {
  /** Account or groups of the repository; of GitLab with slashes where groups are nested. */
  owner: string;
  /** Name of the repository without `.git`. */
  repository: string;
}

/** The place of a repository at a host whose API we speak. */
export type RepositoryPlace = Pick<ProviderAccess, 'provider' | 'apiBase' | 'owner' | 'repository'>;

/**
 * The place of a repository, from the address that Git asks.
 * @returns null for hosts without an API that we speak, for SSH, and for addresses that are not those of the host.
 */
export function placeOf(provider: GitProvider, url: string): RepositoryPlace | null {
  if (provider === 'other' || !/^https?:/i.test(url)) return null;
  const { origin, hostname, pathname } = new URL(url);
  const segments = pathname
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => decodeURIComponent(segment));
  const repository = segments.pop();
  if (repository === undefined || segments.length === 0) return null;
  if (provider === 'gitlab')
    return { provider, apiBase: `${origin}/api/v4`, owner: segments.join('/'), repository };
  const owner = segments.pop() ?? '';
  // Gitea may be served below a path; the two others have none.
  const below = segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  if (provider === 'gitea') return { provider, apiBase: `${origin}${below}/api/v1`, owner, repository };
  if (segments.length > 0) return null;
  if (provider === 'github') return { provider, apiBase: gitHubApi(origin), owner, repository };
  const isCloud = hostname === 'bitbucket.org';
  // Bitbucket Data Center has another API: its webhooks are added by hand.
  return isCloud ? { provider, apiBase: 'https://api.bitbucket.org/2.0', owner, repository } : null;
}

/** The API of GitHub, or of a GitHub Enterprise server. @param host web address without a slash at its end. */
export function gitHubApi(host: string): string {
  return new URL(host).hostname === 'github.com' ? 'https://api.github.com' : `${host}/api/v3`;
}

/** Path of a repository below `apiBase`. */
export function repositoryPath({
  provider,
  owner,
  repository,
}: Pick<ProviderAccess, 'provider' | 'owner' | 'repository'>): string {
  if (provider === 'gitlab') return `projects/${encodeURIComponent(`${owner}/${repository}`)}`;
  const name = `${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
  return provider === 'bitbucket' ? `repositories/${name}` : `repos/${name}`;
}
