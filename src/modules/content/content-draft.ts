import type { Database } from '#platform/database/database.js';
import type { DerivedDocuments } from './derived/derived.service.js';
import type { PageNode } from './content.types.js';
import type { ContentEdit, EditResult } from './edit.types.js';
import { applyEdits } from './edits/apply-edits.js';
import { canReplay } from './edits/can-replay.js';
import type { MergeInput, MergeResult } from './merge/merge.types.js';
import { isOf, mergeShort, type PreparedMerge, prepareMerge } from './merge/prepared-merge.js';
import { ObjectBatch } from './objects/object-batch.js';
import type { ObjectReader, ObjectWriter } from './objects/object.types.js';
import { readTree, type TreeOptions } from './tree/read-tree.js';

/** Edits made on one snapshot that are to be committed on a later one. */
export interface Rebase {
  /** The snapshot that the edits were made on. */
  base: string;
  /** The current snapshot of the branch. */
  head: string;
  edits: readonly ContentEdit[];
  now: Date;
}

/**
 * New content before it is stored. Each step is computed in memory on the result of the steps before; a step that
 * fails leaves nothing, and all steps are stored together.
 */
export class ContentDraft {
  private readonly batch: ObjectBatch;

  constructor(
    private readonly objects: ObjectReader & ObjectWriter,
    private readonly derive: Pick<DerivedDocuments, 'store'>,
    private readonly db: Pick<Database, 'transaction'>,
    private readonly organizationId: string,
  ) {
    this.batch = new ObjectBatch(objects);
  }

  /** See `ContentStore.applyEdits`. */
  applyEdits(snapshot: string, edits: readonly ContentEdit[], now: Date): Promise<EditResult> {
    return this.step((batch) => applyEdits(batch, snapshot, edits, now));
  }

  /**
   * See `ContentStore.merge`: the objects of a merge with open conflicts are not kept.
   * @param prepared is taken when it is this merge.
   * @throws LongMerge when it is not, and the merge is long.
   */
  async merge(input: MergeInput, prepared?: PreparedMerge): Promise<MergeResult> {
    if (!isOf(prepared, input)) return mergeShort(this.batch, input);
    this.batch.putEncoded(prepared.objects);
    return prepared.result;
  }

  /** Computes a merge whose sides may be steps of this draft. @throws as `ContentStore.prepareMerge`. */
  prepareMerge(input: MergeInput): Promise<PreparedMerge> {
    return prepareMerge(this.batch, input);
  }

  /**
   * Rebases edits on later content. If the pages and files that they touch have not changed since, the edits are
   * simply applied there, which has the effect of a merge and costs far less; otherwise both sides are merged.
   * @param prepared is taken when it is this merge; see `ContentStore.prepareRebase`.
   * @throws LongMerge when it is not, and the merge is long.
   */
  async rebase(
    { base, head, edits, now }: Rebase,
    prepared?: PreparedMerge,
  ): Promise<Pick<MergeResult, 'snapshot' | 'conflicts'>> {
    if (base === head || (await canReplay(this.batch, base, head, edits))) {
      return { snapshot: (await this.applyEdits(head, edits, now)).snapshot, conflicts: [] };
    }
    const mine = await this.applyEdits(base, edits, now);
    return this.merge({ base, main: head, mine: mine.snapshot }, prepared);
  }

  /** The page tree of a snapshot that may be a step of this draft; see `ContentStore.readTree`. */
  readTree(snapshot: string, options?: TreeOptions): Promise<PageNode[]> {
    return readTree(this.batch, snapshot, options);
  }

  /** Writes all new objects and the values derived from them. */
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
