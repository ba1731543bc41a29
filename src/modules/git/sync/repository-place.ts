import { posix } from 'node:path';
import { BadRequest } from '#platform/http/errors.js';
import type { GitProvider } from '../remote/provider-credentials.js';

/** The product that serves a repository, as far as its address tells. */
export function providerOf(url: string): GitProvider {
  const host = (/^[\w.-]+@([\w.-]+):/.exec(url)?.[1] ?? new URL(url).hostname).toLowerCase();
  if (host === 'github.com' || host.startsWith('github.')) return 'github';
  if (host.includes('gitlab')) return 'gitlab';
  if (host.includes('bitbucket')) return 'bitbucket';
  if (host.includes('gitea') || host.includes('forgejo') || host === 'codeberg.org') return 'gitea';
  return 'other';
}

/** The name of a repository with the account that it belongs to, from its address. */
export function repositoryNameOf(url: string): string {
  const path = /^https?:/i.test(url) ? new URL(url).pathname : url.replace(/^(?:ssh:\/\/)?[^/:]+[:/]/, '');
  return path.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
}

/** Parts of addresses between a repository and a branch. */
const TREES: Partial<Record<GitProvider, string>> = {
  github: 'tree',
  gitlab: '-/tree',
  gitea: 'src/branch',
  bitbucket: 'src',
};

/** The address where people read the files of a connection; null for SSH. */
export function treeUrlOf({
  provider,
  url,
  branch,
  folder,
}: {
  provider: GitProvider;
  url: string;
  branch: string;
  folder: string;
}): string | null {
  if (!/^https?:/i.test(url)) return null;
  const repository = url.replace(/\/+$/, '').replace(/\.git$/, '');
  const tree = TREES[provider];
  if (tree === undefined) return repository;
  const path = [branch, folder].filter((part) => part !== '').join('/');
  return `${repository}/${tree}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Answers whether a folder is another one, or lies in it. Empty is the whole repository. */
export function foldersOverlap(one: string, other: string): boolean {
  const within = (inner: string, outer: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  return within(one, other) || within(other, one);
}

/**
 * A path of a folder in a repository, without slashes at its ends.
 * @throws BadRequest for one that leads out of the repository.
 */
export function folderOf(folder = ''): string {
  const path = posix.normalize(`/${folder.trim().replace(/^\.?\/+/, '')}`).replace(/^\/+|\/+$/g, '');
  const isUnsafe = folder.split('/').includes('..') || path.split('/').includes('.git');
  if (isUnsafe) throw new BadRequest('folder must be a path within the repository, such as docs/guide.');
  return path === '.' ? '' : path;
}
