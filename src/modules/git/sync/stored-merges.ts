import { Injectable } from '@nestjs/common';
import {
  type ConflictChoice,
  type ContentConflict,
  ContentStore,
  LongMerge,
  type MergeInput,
  type MergeResult,
} from '#modules/content/index.js';

/** Three snapshots to merge. */
export type Three = Omit<MergeInput, 'resolutions'>;

/**
 * Merges whose results are stored before the transaction that puts them into a revision: what nothing refers to is collected long after.
 */
@Injectable()
export class StoredMerges {
  constructor(private readonly content: ContentStore) {}

  /**
   * Merges with one side's values at all conflicts. Call it outside of a transaction: long merges run in a thread.
   * @throws Conflict when the merge takes too much time or memory.
   */
  async merge(
    organizationId: string,
    three: Three,
    side: ConflictChoice & ('main' | 'mine'),
  ): Promise<{ snapshot: string; conflicts: ContentConflict[] }> {
    const { base, main, mine } = three;
    if (main === mine || base === mine) return { snapshot: main, conflicts: [] };
    if (base === main) return { snapshot: mine, conflicts: [] };
    const first = await this.store(organizationId, { ...three, resolutions: 'main' });
    if (side === 'main' || first.met.length === 0) return { snapshot: first.snapshot, conflicts: first.met };
    const resolutions = new Map(
      first.met.map(({ id, fingerprint }) => [id, { fingerprint, choice: 'mine' as const }]),
    );
    const { snapshot, met } = await this.store(organizationId, { ...three, resolutions });
    return { snapshot, conflicts: met };
  }

  private async store(organizationId: string, input: MergeInput): Promise<MergeResult> {
    try {
      return await this.content.merge(organizationId, input);
    } catch (error) {
      if (!(error instanceof LongMerge)) throw error;
      const prepared = await this.content.prepareMerge(organizationId, input);
      return this.content.merge(organizationId, input, prepared);
    }
  }
}
