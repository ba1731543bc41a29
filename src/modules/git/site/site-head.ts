import { posix } from 'node:path';
import { RemoteProblem } from '../remote/remote-problem.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import type { SiteConnection } from './site-connections.repository.js';
import { SiteStopped } from './site-stopped.js';
import { SITE_CONFIG } from './structure/read-site-config.js';

/** Path of the file in the repository. */
export function configPath({ folder }: Pick<SiteConnection, 'folder'>): string {
  return posix.join(folder, SITE_CONFIG);
}

/** The branch's newest commit; null for an empty repository, or a branch that is to be made by the first push. */
export async function fetchHead(
  git: RemoteRepository,
  connection: SiteConnection,
): Promise<FetchedCommit | null> {
  const { branch, baseShape, priority, url } = connection;
  try {
    return await git.fetchCommit(`refs/heads/${branch}`);
  } catch (error) {
    if (!(error instanceof RemoteProblem)) throw error;
    const isMissing = error.code === 'empty' || error.code === 'no-such-ref';
    if (!isMissing) throw new SiteStopped(error.code, error.message);
    if (baseShape === null && (priority === 'bindery' || error.code === 'empty')) return null;
    throw new SiteStopped(
      'no-branch',
      `The repository ${url} has no branch "${branch}" any more. Choose another branch for the connection, or push this one again: the site keeps everything.`,
    );
  }
}
