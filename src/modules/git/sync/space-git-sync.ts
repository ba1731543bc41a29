import { Injectable } from '@nestjs/common';
import { type SpaceGitSync, Spaces } from '#modules/spaces/index.js';
import type { GitConnection } from './git-connections.repository.js';
import { repositoryNameOf, treeUrlOf } from './repository-place.js';

/** Keeps what spaces say about the repository that they are synced with. */
@Injectable()
export class NoteGitSync {
  constructor(private readonly spaces: Spaces) {}

  async note(connection: GitConnection): Promise<void> {
    const { organizationId, spaceId } = connection;
    await this.spaces.setGitSync(organizationId, spaceId, gitSyncOf(connection));
  }

  async forget({ organizationId, spaceId }: GitConnection): Promise<void> {
    await this.spaces.setGitSync(organizationId, spaceId, null);
  }
}

/** A connection as spaces show it. */
export function gitSyncOf(connection: GitConnection): SpaceGitSync {
  const { id, provider, url, problem, updatedAt, siteConnectionId } = connection;
  const tree = treeUrlOf(connection);
  return {
    repoName: repositoryNameOf(url),
    ...(provider === 'github' || provider === 'gitlab' ? { installationProvider: provider } : {}),
    installationId: id,
    ...(siteConnectionId === null ? {} : { parentInstallationId: siteConnectionId }),
    installationStatus: problem?.code === 'no-access' ? 'unauthenticated' : 'active',
    ...(tree === null ? {} : { url: tree }),
    updatedAt: updatedAt.toISOString(),
  };
}
