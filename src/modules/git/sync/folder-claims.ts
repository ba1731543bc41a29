import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { foldersOverlap } from './repository-place.js';

/** The place of a connection in its repository. */
type Claim = Pick<
  GitConnection,
  'organizationId' | 'spaceId' | 'siteConnectionId' | 'url' | 'branch' | 'folder'
>;

/** Sees to it that the files of a folder belong to one space: two would write over each other. */
@Injectable()
export class FolderClaims {
  constructor(
    private readonly spaces: Spaces,
    private readonly connections: GitConnectionsRepository,
  ) {}

  /**
   * Inside a transaction, which keeps others from claiming folders of the repository until it ends. Spaces of the same site are compared
   * by whoever arranges them.
   * @param actor is told which space it is, where they may see it; null tells nobody.
   * @throws Conflict where another space of the organization has the folder, or one around or within it.
   */
  async requireFree(actor: Actor | null, claim: Claim): Promise<void> {
    const { organizationId, spaceId, siteConnectionId, url, branch, folder } = claim;
    const others = await this.connections.lockRepository(organizationId, repositoryOf(url));
    const other = others.find(
      (one) =>
        one.spaceId !== spaceId &&
        (siteConnectionId === null || one.siteConnectionId !== siteConnectionId) &&
        repositoryOf(one.url) === repositoryOf(url) &&
        one.branch === branch &&
        foldersOverlap(one.folder, folder),
    );
    if (!other) return;
    const visible = actor && (await this.spaces.findVisible(actor, organizationId, [other.spaceId]));
    const title = visible?.get(other.spaceId)?.space.title;
    const whose = title === undefined ? 'Another space of the organization' : `The space "${title}"`;
    throw new Conflict(
      `folder: ${whose} is synced with ${other.folder === '' ? 'the whole repository' : `the folder ${other.folder}`} on this branch. Choose a folder that is neither in that one nor around it, or another branch.`,
    );
  }
}

/** Addresses that name the same repository are the same text. */
function repositoryOf(url: string): string {
  return url
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
}
