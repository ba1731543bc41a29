import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page as ListPage, PageRequest } from '#platform/database/pagination.js';
import { newId } from '#platform/ids/ids.js';
import { RevisionNotFound } from '../content.errors.js';
import { ContentStore } from '../content-store.js';
import type { GitCommit, Revision, RevisionType } from '../content.types.js';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { ProjectionRepository } from '../projection/projection.repository.js';
import { runOf } from './autosave-runs.js';
import { RevisionsRepository, type SequenceRevision } from './revisions.repository.js';

export interface NewRevision {
  spaceId: string;
  changeRequestId?: string | null;
  type: RevisionType;
  /**
   * The revision from which this one was made; for `merge` and `update` followed by the revision that was merged in.
   */
  parents: string[];
  snapshot: string;
  author: string | null;
  message?: string;
  git?: GitCommit;
  /** Change request that a `merge` brings in. */
  mergedFrom?: string;
}

/** Edits that become a revision. */
export interface NewEdits {
  snapshot: string;
  author: string;
  /** True if the client saved by itself: see `Revisions.commitEdits`. */
  autosave?: boolean | undefined;
}

/** Number of revisions whose authors are the latest ones of a space. */
const LATEST_REVISIONS = 30;
/** The depth of the first search for a common ancestor; each further search goes 16 times as deep. */
const FIRST_DEPTH = 64;

/**
 * Revisions are inserted and read, never changed. The head of a `Branch` is the current one of a space or change
 * request.
 */
@Injectable()
export class Revisions {
  constructor(
    private readonly db: Database,
    private readonly revisions: RevisionsRepository,
    private readonly content: ContentStore,
    private readonly objects: ObjectsRepository,
    private readonly projection: ProjectionRepository,
    private readonly clock: Clock,
  ) {}

  /** Guards writes that only make sense together with others. @throws Error outside of a transaction. */
  requireTransaction(): void {
    if (!this.db.inTransaction)
      throw new Error('A commit needs the transaction that holds the lock of its branch.');
  }

  /** The first revision of a space, without content. */
  createInitialRevision(
    organizationId: string,
    { spaceId, author }: { spaceId: string; author: string | null },
  ): Promise<Revision> {
    return this.db.transaction(async () => {
      const snapshot = await this.content.writeEmptySnapshot(organizationId);
      return this.commit(organizationId, { spaceId, type: 'edits', parents: [], snapshot, author });
    });
  }

  /** Adds a revision of stored content. To move the head of a space or change request too, use `Branch.commit`. */
  async commit(organizationId: string, input: NewRevision): Promise<Revision> {
    const revision: Revision = {
      id: newId(),
      spaceId: input.spaceId,
      changeRequestId: input.changeRequestId ?? null,
      type: input.type,
      parents: input.parents,
      snapshot: input.snapshot,
      author: input.author,
      createdAt: this.clock.now(),
      git: input.git ?? null,
      mergedFrom: input.mergedFrom ?? null,
      message: input.message ?? null,
      run: null,
    };
    await this.revisions.insert(organizationId, revision);
    return revision;
  }

  /**
   * Adds consecutive revisions of type `edits`, in one statement. An autosave continues the revision before it if that
   * is an autosave of the same author on this branch and not too old; the two are then one revision to readers.
   * @param parent the revision from which the first one was made.
   */
  async commitEdits(
    organizationId: string,
    branch: { spaceId: string; changeRequestId: string | null; parent: string },
    edits: readonly NewEdits[],
  ): Promise<SequenceRevision[]> {
    const { spaceId, changeRequestId, parent } = branch;
    const createdAt = this.clock.now();
    // All revisions have the same time: sorted ids keep them in order.
    const ids = edits.map(() => newId()).sort();
    let before = edits[0]?.autosave ? await this.findRevision(organizationId, parent) : null;
    const sequence: SequenceRevision[] = [];
    for (const [i, { snapshot, author, autosave }] of edits.entries()) {
      const base = ids[i - 1] ?? parent;
      const run = autosave ? runOf({ author, createdAt, changeRequestId }, before, base) : null;
      const continues = run !== null && run.base !== base;
      const revision: Revision = {
        id: ids[i]!,
        spaceId,
        changeRequestId,
        type: 'edits',
        parents: [run?.base ?? base],
        snapshot,
        author,
        createdAt,
        git: null,
        mergedFrom: null,
        message: null,
        run,
      };
      sequence.push({ revision, continues });
      before = revision;
    }
    await this.revisions.insertSequence(organizationId, parent, sequence);
    return sequence;
  }

  /** @throws RevisionNotFound */
  async getRevision(organizationId: string, id: string): Promise<Revision> {
    const revision = await this.findRevision(organizationId, id);
    if (!revision) throw new RevisionNotFound(id);
    return revision;
  }

  async findRevision(organizationId: string, id: string): Promise<Revision | null> {
    return (await this.revisions.find(organizationId, [id]))[0] ?? null;
  }

  async findRevisions(organizationId: string, ids: readonly string[]): Promise<Map<string, Revision>> {
    const found = ids.length > 0 ? await this.revisions.find(organizationId, ids) : [];
    return new Map(found.map((revision) => [revision.id, revision]));
  }

  /** The main content's revisions, or with `changeRequestId` those of one change request, newest first. */
  listRevisions(
    organizationId: string,
    branch: { spaceId: string; changeRequestId?: string | null },
    page: PageRequest,
  ): Promise<ListPage<Revision>> {
    const { spaceId, changeRequestId = null } = branch;
    return this.revisions.list(organizationId, { spaceId, changeRequestId }, page);
  }

  /** Ids of the users who worked on spaces last, by space, the latest author first. */
  async listLatestAuthors(
    organizationId: string,
    spaceIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    if (spaceIds.length === 0) return found;
    const rows = await this.revisions.listLatestAuthors(organizationId, spaceIds, LATEST_REVISIONS);
    for (const { spaceId, author } of rows) found.set(spaceId, [...(found.get(spaceId) ?? []), author]);
    return found;
  }

  /** True if a revision was the current one of a space's main content at `since` or at any time after. */
  async wasCurrentSince(organizationId: string, revision: Revision, since: Date): Promise<boolean> {
    return !(await this.revisions.hasFollowerBefore(organizationId, revision, since));
  }

  /** The last common ancestor of both, which may be one of them; null without any. */
  async commonAncestor(organizationId: string, a: string, b: string): Promise<Revision | null> {
    for (let depth = FIRST_DEPTH; ; depth *= 16) {
      const { revision, isComplete } = await this.revisions.commonAncestor(organizationId, a, b, depth);
      if (revision || isComplete) return revision;
    }
  }

  /**
   * Releases all revisions of a purged space, those of its change requests included. They cannot be read from now on;
   * after the grace period they are removed, together with the objects that only they reach.
   */
  async releaseRevisions(organizationId: string, spaceId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.revisions.release(organizationId, spaceId, this.clock.now());
      await this.projection.drop(organizationId, spaceId);
    });
  }

  /** Storage keys of the files in any revision of a space; copy them before `transferSpace`, outside the transaction. */
  async listBlobs(organizationId: string, spaceId: string): Promise<string[]> {
    const snapshots = await this.revisions.listSnapshots(organizationId, spaceId);
    return this.objects.blobsOf(organizationId, snapshots);
  }

  /**
   * Moves all revisions and the projection of a space to another organization, with copies of the objects that they
   * reach.
   */
  async transferSpace(from: string, to: string, spaceId: string): Promise<void> {
    await this.db.transaction(async () => {
      const snapshots = await this.revisions.listSnapshots(from, spaceId);
      await this.objects.copyReachable(from, to, snapshots, this.clock.now());
      await this.revisions.transfer(from, to, spaceId);
      await this.projection.transfer(from, to, spaceId);
    });
  }

  /** Copies the objects that snapshots reach to another organization, with the derived values. */
  async copyReachable(from: string, to: string, snapshots: readonly string[]): Promise<void> {
    await this.objects.copyReachable(from, to, snapshots, this.clock.now());
  }
}
