import { Injectable } from '@nestjs/common';
import { Revisions } from '#modules/content/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { FolderChange } from '../export/folder-change.js';
import { FolderCommit } from '../export/folder-commit.js';
import { DEFAULT_LAYOUT } from '../export/write-config.js';
import { WriteFolder } from '../export/write-folder.js';
import { GIT_BRANCH } from '../import/import-folder.js';
import type { FetchedCommit, PushResult, RemoteRepository } from '../remote/remote-repository.js';
import { CommitNotesWriter } from './commit-notes.js';
import { type CommitTree } from './commit-tree.js';
import type { FileIds, PendingPush } from './git-connection.entity.js';
import type { Places } from '../space-tree.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { isSamePlace, requireSamePlace } from './same-place.js';
import { SideOfRepository } from './side-of-repository.js';

export interface Outgoing {
  git: RemoteRepository;
  /** The newest commit of the branch; null for a branch that does not exist yet. */
  commit: FetchedCommit | null;
  tree: CommitTree;
  /** True while the change request about conflicts was open before the space was read: what people decide later comes with the next run. */
  isUndecided: boolean;
}

export type TakenOut =
  | { outcome: 'same' }
  | { outcome: 'pushed'; commit: string; files: number }
  /** The branch or the space moved meanwhile: begin anew. */
  | { outcome: 'moved' }
  | { outcome: 'refused'; message: string };

/** Writes what changed in a space to the branch of its repository, as one commit. */
@Injectable()
export class TakeOut {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly revisions: Revisions,
    private readonly writeFolder: WriteFolder,
    private readonly folderCommit: FolderCommit,
    private readonly side: SideOfRepository,
    private readonly notes: CommitNotesWriter,
    private readonly connections: GitConnectionsRepository,
  ) {}

  /**
   * Call it outside of a transaction, when the connection's base is the newest commit of the branch.
   * @param authorize decides again, before anything is pushed, whether the actor may.
   */
  async run(
    actor: Actor,
    connection: GitConnection,
    space: SpaceRecord,
    { git, commit, tree, isUndecided }: Outgoing,
    authorize: () => Promise<void>,
  ): Promise<TakenOut> {
    const { parked } = connection;
    const snapshot = await this.side.of(connection, space.snapshot, isUndecided);
    const decided = parked !== null && !isUndecided ? { parked: null } : {};
    const revision = space.revisionId;
    if (snapshot === connection.baseSnapshot) {
      await this.connections.update(connection, { ...decided, spaceRevision: revision });
      return { outcome: 'same' };
    }
    const { changes, places } = await this.changesOf(connection, tree, snapshot);
    const { oid, files } = await this.commit(actor, connection, space, { git, commit, changes, tree });
    const after = { snapshot, files, places, revision };
    if (oid === commit?.oid || oid === null) {
      await this.settle(actor, connection, { ...after, commit: commit?.oid ?? '' }, decided);
      return { outcome: 'same' };
    }
    await authorize();
    const pushing = { ...after, commit: oid };
    const noted = await this.note(actor, connection, pushing);
    if (!noted) return { outcome: 'moved' };
    const result = await git.push({
      ref: `refs/heads/${connection.branch}`,
      oid,
      expected: commit?.oid ?? null,
    });
    if (result.outcome === 'pushed') {
      await this.settle(actor, connection, pushing, decided);
      return { outcome: 'pushed', commit: oid, files: changes.length };
    }
    if (result.outcome === 'rejected') return { outcome: 'moved' };
    return refused(result);
  }

  private async changesOf(
    { organizationId, spaceId, baseSnapshot, baseLayout, basePlaces }: GitConnection,
    folder: CommitTree,
    snapshot: string,
  ): Promise<{ changes: FolderChange[]; places: Places }> {
    const base =
      baseSnapshot === null
        ? undefined
        : {
            ...{ snapshot: baseSnapshot, config: baseLayout ?? DEFAULT_LAYOUT },
            ...{ folder, places: basePlaces ?? {} },
          };
    const request = { organizationId, spaceId, snapshot, ...(base ? { base } : {}) };
    const { changes: written, places } = await this.writeFolder.plan(request);
    const changes: FolderChange[] = [];
    for await (const change of written) changes.push(change);
    return { changes, places };
  }

  /** Both sides have in common then what was pushed. */
  async settle(
    actor: Actor,
    connection: GitConnection,
    { commit, snapshot, files, places, revision }: PendingPush,
    more: { parked?: null } = {},
  ): Promise<void> {
    await this.db.transaction(async () => {
      const held = await this.connections.lock(connection.organizationId, connection.id);
      // Another process took over, and knows of this commit.
      if (!held || held.baseSnapshot !== connection.baseSnapshot || !isSamePlace(held, connection)) return;
      await this.keep(actor, connection, revision, snapshot);
      await this.connections.update(connection, {
        baseSnapshot: snapshot,
        baseCommit: commit,
        baseFiles: files,
        basePlaces: places,
        baseLayout: connection.baseLayout ?? DEFAULT_LAYOUT,
        spaceRevision: revision,
        pushing: null,
        updatedAt: this.clock.now(),
        ...more,
      });
    });
  }

  /**
   * Makes the commit.
   * @returns its id, null where there is nothing to write and no commit to begin with; and the blob ids of the folder in it.
   */
  private async commit(
    actor: Actor,
    connection: GitConnection,
    space: SpaceRecord,
    {
      git,
      commit,
      changes,
      tree,
    }: {
      git: RemoteRepository;
      commit: FetchedCommit | null;
      changes: readonly FolderChange[];
      tree: CommitTree;
    },
  ): Promise<{ oid: string | null; files: FileIds }> {
    const { organizationId, folder } = connection;
    const { ids, ...files } = this.folderCommit.of(organizationId, changes, tree, folder);
    if (changes.length === 0 && commit === null) return { oid: null, files: ids };
    const notes = await this.notes.of(actor, connection, space);
    const oid = await git.writeCommit({ parents: commit ? [commit.oid] : [], ...files, ...notes });
    return { oid, files: ids };
  }

  /** Notes a commit before it is pushed: if the process ends then, the next run knows it for its own. */
  private async note(
    actor: Actor,
    connection: GitConnection,
    pushing: NonNullable<GitConnection['pushing']>,
  ): Promise<boolean> {
    return this.db.transaction(async () => {
      const held = await this.connections.lock(connection.organizationId, connection.id);
      const { baseCommit, baseSnapshot } = connection;
      if (held?.baseCommit !== baseCommit || held.baseSnapshot !== baseSnapshot) return false;
      requireSamePlace(held, connection);
      await this.keep(actor, connection, pushing.revision, pushing.snapshot);
      await this.connections.update(connection, { pushing });
      return true;
    });
  }

  private async keep(
    actor: Actor,
    { organizationId, spaceId, pushing }: GitConnection,
    revision: string,
    snapshot: string,
  ): Promise<void> {
    if (pushing?.snapshot === snapshot) return;
    const place = { spaceId, changeRequestId: GIT_BRANCH, type: 'edits' as const };
    await this.revisions.commit(organizationId, {
      ...place,
      parents: [revision],
      snapshot,
      author: actor.userId,
    });
  }
}

function refused({ outcome, message }: Exclude<PushResult, { outcome: 'pushed' }>): TakenOut {
  return {
    outcome: 'refused',
    message:
      outcome === 'refused'
        ? `The repository does not take the commit: ${message} Let this connection push to the branch, or choose another branch.`
        : message,
  };
}
