import { Injectable } from '@nestjs/common';
import {
  type Branch,
  type ContentEdit,
  type ContentDraft,
  ContentStore,
  PageNotFound,
  type Revision,
  withPreparedMerge,
} from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database, sqlState } from '#platform/database/database.js';
import { isUnavailable } from '#platform/database/database-errors.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { runWithContext } from '#platform/logging/context.js';
import type { ChangeBatch } from './change-batch.js';
import { ContentConflicts } from './content-conflicts.js';
import { WriteQueue } from './write-queue.js';

/** The outcome of a batch. */
export interface WrittenBatch {
  /** Null when the batch changes nothing. */
  revision: Revision | null;
  /** The newest revision of the branch: the new one, or the one that was there. */
  head: string;
  /** True if the content has changes of others, made since the base of the batch. */
  merged: boolean;
}

type Written = PromiseSettledResult<WrittenBatch>;

/** A branch while the transaction holds its lock, and the content that the group has written so far. */
interface HeldBranch {
  branch: Branch;
  snapshot: string;
  made: { batch: ChangeBatch; snapshot: string }[];
  /** Batches whose base was not the content that they were written on. */
  merged: Set<ChangeBatch>;
}

/**
 * Writes to branches. Planned batches that wait for the same branch are written together: one transaction, one lock,
 * one move of the head, but a revision for each, made from the one before it. A batch that fails does not make others
 * fail.
 */
@Injectable()
export class BranchWriter {
  private readonly queue = new WriteQueue<ChangeBatch, WrittenBatch>((group) => this.writeGroup(group));

  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes a batch. If other writers have changed the content meanwhile and
   * the merge with theirs is long, it is computed in a thread, and the batch queues again.
   * @throws BadRequest, Conflict, Busy, and the errors of `Branch.lock`.
   */
  write(batch: ChangeBatch): Promise<WrittenBatch> {
    const { base, edits, now, branch } = batch;
    const { organizationId, spaceId, changeRequestId = '' } = branch;
    return withPreparedMerge(
      (prepared) => {
        batch.merge = prepared;
        return this.queue.add(`${spaceId}:${changeRequestId}`, batch);
      },
      ({ main: head }) =>
        this.content.prepareRebase(organizationId, { base: base.snapshot, head, edits, now }),
    );
  }

  /**
   * Makes edits for the newest content, while the branch is locked, and writes them as one revision. It joins the
   * caller's transaction, so that rows of the caller are committed exactly when the content is.
   * @param plan answers the edits for the content with this hash.
   * @returns the revision, or null when the edits change nothing.
   * @throws the errors of `Branch.lock` and `plan`.
   */
  edit(
    branch: Branch,
    actor: Actor,
    plan: (snapshot: string) => Promise<ContentEdit[]>,
    message?: string,
  ): Promise<Revision | null> {
    return this.db.transaction(async () => {
      const head = await branch.lock(actor);
      const edits = await plan(head.snapshot);
      const { snapshot } = await this.content.applyEdits(branch.organizationId, head.snapshot, edits, {
        now: this.clock.now(),
      });
      return snapshot === head.snapshot ? null : branch.commit(actor, { type: 'edits', snapshot, message });
    });
  }

  private async writeGroup(group: readonly ChangeBatch[]): Promise<Written[]> {
    try {
      return await this.inContext(group, () => this.db.transaction(() => this.writeTogether(group)));
    } catch (error) {
      // A write whose answer was lost may be there; made again, it would be there twice.
      if (group.length === 1 || isUnavailable(error)) throw error;
    }
    // The database refused one of the batches: the writers of the others must not notice.
    const results: Written[] = [];
    for (const batch of group) {
      results.push(...(await Promise.allSettled([this.writeGroup([batch])])).map(onlyResult));
    }
    return results;
  }

  /** A group of several batches is written for the organization, because no single actor wrote it. */
  private inContext<T>(group: readonly ChangeBatch[], work: () => T): T {
    if (group.length === 1) return work();
    return runWithContext({ organization: group[0]!.branch.organizationId, isShared: true }, work);
  }

  private async writeTogether(group: readonly ChangeBatch[]): Promise<Written[]> {
    const draft = this.content.draft(group[0]!.branch.organizationId);
    const locks = new Locks();
    const failures = new Map<ChangeBatch, unknown>();
    for (const batch of group) {
      try {
        await this.addTo(draft, await locks.acquire(batch), batch);
      } catch (error) {
        // A statement that failed has ended the transaction for all batches.
        if (sqlState(error) !== undefined) throw error;
        failures.set(batch, error);
      }
    }
    const made = locks.held ? await this.store(draft, locks.held) : new Map<ChangeBatch, Revision>();
    return group.map((batch) =>
      failures.has(batch)
        ? { status: 'rejected', reason: failures.get(batch) }
        : { status: 'fulfilled', value: written(batch, locks.held!, made) },
    );
  }

  private async addTo(draft: ContentDraft, held: HeldBranch, batch: ChangeBatch): Promise<void> {
    const snapshot = await this.rebase(draft, batch, held);
    if (batch.base.snapshot !== held.snapshot) held.merged.add(batch);
    if (snapshot === held.snapshot) return;
    held.snapshot = snapshot;
    held.made.push({ batch, snapshot });
  }

  private async rebase(
    draft: ContentDraft,
    { base, edits, now, merge }: ChangeBatch,
    { branch, snapshot: head }: HeldBranch,
  ): Promise<string> {
    try {
      const { snapshot, conflicts } = await draft.rebase({ base: base.snapshot, head, edits, now }, merge);
      if (conflicts.length > 0) throw new ContentConflicts(conflicts, branch.head.id);
      return snapshot;
    } catch (error) {
      // All pages existed when the batch was planned, so an earlier change has deleted one of the ancestors.
      if (error instanceof PageNotFound) {
        throw new BadRequest(
          `changes: the page ${error.pageId} is used after an earlier change deleted a page above it.`,
        );
      }
      throw error;
    }
  }

  private async store(
    draft: ContentDraft,
    { branch, made }: HeldBranch,
  ): Promise<Map<ChangeBatch, Revision>> {
    if (made.length === 0) return new Map();
    await draft.store();
    const edits = made.map(({ batch, snapshot }) => ({
      author: batch.actor,
      snapshot,
      autosave: batch.autosave,
    }));
    const revisions = await branch.commitEdits(edits);
    return new Map(made.map(({ batch }, i) => [batch, revisions[i]!]));
  }
}

/** The branch is locked once, and the permission of each writer is checked once while the lock is held. */
class Locks {
  held?: HeldBranch;
  private readonly writers = new Set<string>();

  async acquire({ branch: own, actor }: ChangeBatch): Promise<HeldBranch> {
    const branch = this.held?.branch ?? own;
    const writer = `${actor.userId} ${actor.tokenId}`;
    if (!this.writers.has(writer)) {
      const { snapshot } = await branch.lock(actor);
      this.held ??= { branch, snapshot, made: [], merged: new Set() };
      this.writers.add(writer);
    }
    return this.held!;
  }
}

function written(
  batch: ChangeBatch,
  { branch, merged }: HeldBranch,
  made: ReadonlyMap<ChangeBatch, Revision>,
): WrittenBatch {
  const revision = made.get(batch) ?? null;
  return { revision, head: revision?.id ?? branch.head.id, merged: merged.has(batch) };
}

function onlyResult(outcome: PromiseSettledResult<Written[]>): Written {
  return outcome.status === 'fulfilled' ? outcome.value[0]! : outcome;
}
