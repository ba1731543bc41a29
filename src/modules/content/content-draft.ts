import type { Database } from '#platform/database/database.js';
import type { DerivedService } from './derived/derived.service.js';
import type { PageNode } from './content.types.js';
import type { ContentEdit, EditResult } from './edit.types.js';
import { applyEdits } from './edits/apply-edits.js';
import { canReplay } from './edits/can-replay.js';
import type { MergeInput, MergeResult } from './merge/merge.types.js';
import { mergeSnapshots } from './merge/merge-snapshots.js';
import { ObjectBatch } from './objects/object-batch.js';
import type { ObjectReader, ObjectWriter } from './objects/object.types.js';
import { readTree, type TreeOptions } from './tree/read-tree.js';

/** Edits made on one snapshot that are to land on a later one. */
export interface Rebase {
  /** What the edits were made on. */
  base: string;
  /** What is there by now. */
  head: string;
  edits: readonly ContentEdit[];
  now: Date;
}

/**
 * Content in the making. Each step is computed in memory on what the steps before it made, a step that fails leaves
 * nothing, and all of them are stored together.
 */
export class ContentDraft {
  private readonly batch: ObjectBatch;

  constructor(
    private readonly objects: ObjectReader & ObjectWriter,
    private readonly derive: Pick<DerivedService, 'store'>,
    private readonly db: Pick<Database, 'transaction'>,
    private readonly organizationId: string,
  ) {
    this.batch = new ObjectBatch(objects);
  }

  /** See `ContentStore.applyEdits`. */
  applyEdits(snapshot: string, edits: readonly ContentEdit[], now: Date): Promise<EditResult> {
    return this.step((batch) => applyEdits(batch, snapshot, edits, now));
  }

  /** See `ContentStore.merge`: the objects of a merge with open conflicts are not kept. */
  async merge(input: MergeInput): Promise<MergeResult> {
    const batch = new ObjectBatch(this.batch);
    const result = await mergeSnapshots(batch, input);
    if (result.conflicts.length === 0) this.batch.absorb(batch);
    return result;
  }

  /**
   * Lands edits on content that may have moved on. Where nobody else touched what they are about they are simply
   * applied there, which comes to the same as a merge and costs far less; otherwise both sides are merged.
   */
  async rebase({ base, head, edits, now }: Rebase): Promise<Pick<MergeResult, 'snapshot' | 'conflicts'>> {
    if (base === head || (await canReplay(this.batch, base, head, edits))) {
      return { snapshot: (await this.applyEdits(head, edits, now)).snapshot, conflicts: [] };
    }
    const mine = await this.applyEdits(base, edits, now);
    return this.merge({ base, main: head, mine: mine.snapshot });
  }

  /** The page tree of a snapshot that may be made of this draft's steps; see `ContentStore.readTree`. */
  readTree(snapshot: string, options?: TreeOptions): Promise<PageNode[]> {
    return readTree(this.batch, snapshot, options);
  }

  /** Writes all new objects and what is derived from them. */
  async store(): Promise<void> {
    await this.db.transaction(async () => {
      await this.batch.flush(this.objects);
      await this.derive.store(this.organizationId, this.batch.objects());
    });
  }

  private async step<T>(work: (batch: ObjectBatch) => Promise<T>): Promise<T> {
    const batch = new ObjectBatch(this.batch);
    const result = await work(batch);
    this.batch.absorb(batch);
    return result;
  }
}
