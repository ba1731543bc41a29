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
   * The space of the organization that has the folder, or one around or within it. Spaces of the same site are compared by whoever
   * arranges them. Inside a transaction, which keeps others from asking the same until it ends.
   */
  async findHolder(claim: Claim): Promise<GitConnection | null> {
    const { organizationId, spaceId, siteConnectionId, url, branch, folder } = claim;
    const repository = repositoryOf(url);
    const others = await this.connections.lockRepository(organizationId, repository);
    const holder = others.find(
      (one) =>
        one.spaceId !== spaceId &&
        (siteConnectionId === null || one.siteConnectionId !== siteConnectionId) &&
        repositoryOf(one.url) === repository &&
        one.branch === branch &&
        foldersOverlap(one.folder, folder),
    );
    return holder ?? null;
  }

  /**
   * Inside a transaction.
   * @param actor is told which space has the folder, where they may see it.
   * @throws Conflict as `findHolder` says.
   */
  async requireFree(actor: Actor, claim: Claim): Promise<void> {
    const holder = await this.findHolder(claim);
    if (!holder) return;
    const { organizationId, spaceId, folder } = holder;
    const visible = (await this.spaces.findVisible(actor, organizationId, [spaceId])).get(spaceId);
    const whose = visible ? `The space "${visible.space.title}"` : 'Another space of the organization';
    throw new Conflict(
      `folder: ${whose} is synced with ${folder === '' ? 'the whole repository' : `the folder ${folder}`} on this branch. Choose a folder that is neither in that one nor around it, or another branch.`,
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
