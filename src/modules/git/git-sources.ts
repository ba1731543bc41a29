import { Injectable } from '@nestjs/common';
import { GitStatesRepository } from './git-states.repository.js';

/** Addresses at which readers can edit the files that pages were made from. */
@Injectable()
export class GitSources {
  constructor(private readonly states: GitStatesRepository) {}

  /**
   * Address of the editor of a file at its repository's host; null for a space that was never in a repository, or when its
   * host cannot be opened in a browser.
   * @param path of the file, from the root of the repository.
   */
  async editAddress(organizationId: string, spaceId: string, path: string): Promise<string | null> {
    const state = await this.states.find(organizationId, spaceId);
    if (!state?.url) return null;
    return editAddress(state.url, state.ref ?? 'HEAD', path);
  }
}

/** Hosts differ in where their editors are; the last form is that of Gitea and Forgejo. */
export function editAddress(repository: string, ref: string, path: string): string | null {
  const web = webAddress(repository);
  if (web === null) return null;
  const branch = encodePath(ref.replace(/^refs\/heads\//, ''));
  const file = encodePath(path);
  const { hostname } = new URL(web);
  if (hostname === 'github.com' || hostname.startsWith('github.')) return `${web}/edit/${branch}/${file}`;
  if (hostname.includes('gitlab')) return `${web}/-/edit/${branch}/${file}`;
  if (hostname === 'bitbucket.org') return `${web}/src/${branch}/${file}?mode=edit`;
  return `${web}/_edit/${branch}/${file}`;
}

/** Address at which people see a commit; the repository's own where its host cannot be opened in a browser. */
export function commitAddress(repository: string, oid: string): string {
  const web = webAddress(repository);
  if (web === null) return repository;
  const { hostname } = new URL(web);
  if (hostname.includes('gitlab')) return `${web}/-/commit/${oid}`;
  if (hostname === 'bitbucket.org') return `${web}/commits/${oid}`;
  return `${web}/commit/${oid}`;
}

/** Address at which people see a folder on a branch; null where the repository's host cannot be opened in a browser. */
export function folderAddress(repository: string, branch: string, folder: string): string | null {
  const web = webAddress(repository);
  if (web === null) return null;
  const place = encodePath(folder === '' ? branch : `${branch}/${folder}`);
  const { hostname } = new URL(web);
  if (hostname === 'github.com' || hostname.startsWith('github.')) return `${web}/tree/${place}`;
  if (hostname.includes('gitlab')) return `${web}/-/tree/${place}`;
  if (hostname === 'bitbucket.org') return `${web}/src/${place}`;
  return `${web}/src/branch/${place}`;
}

/** The repository's page: of `https://host/a/b.git`, `ssh://git@host/a/b` or `git@host:a/b.git`. */
export function webAddress(repository: string): string | null {
  const [, host, rest] = /^[\w.-]+@([\w.-]+):(.+)$/.exec(repository) ?? [];
  try {
    const url = new URL(host && rest ? `https://${host}/${rest}` : repository);
    if (!['http:', 'https:', 'ssh:'].includes(url.protocol)) return null;
    const origin = url.protocol === 'ssh:' ? `https://${url.hostname}` : url.origin;
    return origin + url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  } catch {
    return null;
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
