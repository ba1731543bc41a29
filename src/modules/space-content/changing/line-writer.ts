import { Injectable } from '@nestjs/common';
import {
  type ContentConflict,
  type ContentDraft,
  ContentStore,
  PageNotFound,
  type Revision,
  RevisionService,
  withPreparedMerge,
} from '#modules/content/index.js';
import { Database, sqlState } from '#platform/database/database.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import type { ChangeBatch } from './change-batch.js';
import type { ContentLine, LineRevision } from './content-line.js';
import { WriteQueue } from './write-queue.js';

type Written = PromiseSettledResult<Revision | null>;

/** A line while the transaction holds its lock, and what the writers of a group have made of it so far. */
interface HeldLine {
  line: ContentLine;
  first: LineRevision;
  snapshot: string;
  made: { batch: ChangeBatch; snapshot: string }[];
}

/**
 * Writes planned batches to their line. Batches that wait for the same line are written together: one transaction, one
 * row lock, one move of the pointer, and still a revision for each, made on the one before it. A batch that fails takes
 * no other with it.
 */
@Injectable()
export class LineWriter {
  private readonly queue = new WriteQueue<ChangeBatch, Revision | null>((group) => this.writeGroup(group));

  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
  ) {}

  /**
   * The new revision, or null when the batch changes nothing. If others have changed the same meanwhile and the merge with
   * theirs is long, it is computed in a thread, and the batch waits for its turn again.
   * @throws BadRequest, Conflict, Busy, and what `line.lock` throws.
   */
  write(batch: ChangeBatch): Promise<Revision | null> {
    const { base, edits, now, line } = batch;
    const { organizationId, spaceId, changeRequestId = '' } = line;
    return withPreparedMerge(
      (prepared) => {
        batch.merge = prepared;
        return this.queue.add(`${spaceId}:${changeRequestId}`, batch);
      },
      ({ main: head }) =>
        this.content.prepareRebase(organizationId, { base: base.snapshot, head, edits, now }),
    );
  }

  private async writeGroup(group: readonly ChangeBatch[]): Promise<Written[]> {
    try {
      return await this.db.transaction(() => this.writeTogether(group));
    } catch (error) {
      if (group.length === 1) throw error;
    }
    // Somebody's batch was refused by the database: the others must not hear of it.
    const results: Written[] = [];
    for (const batch of group) {
      results.push(...(await Promise.allSettled([this.writeGroup([batch])])).map(onlyResult));
    }
    return results;
  }

  private async writeTogether(group: readonly ChangeBatch[]): Promise<Written[]> {
    const draft = this.content.draft(group[0]!.line.organizationId);
    const locks = new Locks();
    const failures = new Map<ChangeBatch, unknown>();
    for (const batch of group) {
      try {
        await this.addTo(draft, await locks.hold(batch.line), batch);
      } catch (error) {
        // A statement that failed has ended the transaction for all.
        if (sqlState(error) !== undefined) throw error;
        failures.set(batch, error);
      }
    }
    const made = locks.held ? await this.store(draft, locks.held) : new Map<ChangeBatch, Revision>();
    return group.map((batch) =>
      failures.has(batch)
        ? { status: 'rejected', reason: failures.get(batch) }
        : { status: 'fulfilled', value: made.get(batch) ?? null },
    );
  }

  private async addTo(draft: ContentDraft, held: HeldLine, batch: ChangeBatch): Promise<void> {
    const snapshot = await this.rebase(draft, batch, held.snapshot);
    if (snapshot === held.snapshot) return;
    held.snapshot = snapshot;
    held.made.push({ batch, snapshot });
  }

  private async rebase(
    draft: ContentDraft,
    { base, edits, now, merge }: ChangeBatch,
    head: string,
  ): Promise<string> {
    try {
      const { snapshot, conflicts } = await draft.rebase({ base: base.snapshot, head, edits, now }, merge);
      if (conflicts.length > 0) throw new Conflict(describeConflicts(conflicts));
      return snapshot;
    } catch (error) {
      // All pages were there when the batch was planned, so an earlier change has deleted one above this.
      if (error instanceof PageNotFound) {
        throw new BadRequest(
          `changes: the page ${error.pageId} is used after an earlier change deleted a page above it.`,
        );
      }
      throw error;
    }
  }

  private async store(draft: ContentDraft, { line, first, made }: HeldLine) {
    if (made.length === 0) return new Map<ChangeBatch, Revision>();
    const { organizationId, spaceId, changeRequestId = null } = line;
    await draft.store();
    const revisions = await this.revisions.commitEdits(
      organizationId,
      { spaceId, changeRequestId, parent: first.id },
      made.map(({ batch, snapshot }) => ({ snapshot, author: batch.line.actor.userId })),
    );
    await line.advance(made.map(({ batch }, i) => ({ ...revisions[i]!, actor: batch.line.actor })));
    return new Map(made.map(({ batch }, i) => [batch, revisions[i]!]));
  }
}

/** The row lock is taken once, and each writer's permission is decided once while it is held. */
class Locks {
  held?: HeldLine;
  private readonly writers = new Set<string>();

  async hold(line: ContentLine): Promise<HeldLine> {
    const writer = `${line.actor.userId} ${line.actor.tokenId}`;
    if (!this.held || !this.writers.has(writer)) {
      const first = await line.lock();
      this.held ??= { line, first, snapshot: first.snapshot, made: [] };
      this.writers.add(writer);
    }
    return this.held;
  }
}

function onlyResult(outcome: PromiseSettledResult<Written[]>): Written {
  return outcome.status === 'fulfilled' ? outcome.value[0]! : outcome;
}

function describeConflicts(conflicts: readonly ContentConflict[]): string {
  const places = conflicts.slice(0, 5).map((conflict) => {
    const thing = conflict.page ? `page ${conflict.page}` : conflict.kind;
    const part = conflict.block ? `block ${conflict.block}` : conflict.field;
    return part ? `${thing} (${part})` : thing;
  });
  return `Somebody else changed the same content meanwhile: ${places.join(', ')}. Read it again and send the changes once more.`;
}
