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
