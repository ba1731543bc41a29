import { Injectable } from '@nestjs/common';
import {
  type ConflictResolution,
  type ContentConflict,
  ContentStore,
  LongMerge,
  type MergeInput,
  type MergeResult,
} from '#modules/content/index.js';

const MAX_ROUNDS = 20;

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
    side: 'main' | 'mine',
  ): Promise<{ snapshot: string; conflicts: ContentConflict[] }> {
    const { base, main, mine } = three;
    if (main === mine || base === mine) return { snapshot: main, conflicts: [] };
    if (base === main) return { snapshot: mine, conflicts: [] };
    if (side === 'main') {
      const { snapshot, met } = await this.store(organizationId, { ...three, resolutions: 'main' });
      return { snapshot, conflicts: met };
    }
    // A decision can bring up others: what is in a page counts only where the page stays.
    const resolutions: Map<string, ConflictResolution> = new Map();
    for (let round = 0; ; round++) {
      const { snapshot, met, conflicts } = await this.store(organizationId, { ...three, resolutions });
      if (conflicts.length === 0) return { snapshot, conflicts: met };
      if (round === MAX_ROUNDS) throw new Error('A merge never ends to have conflicts.');
      for (const { id, fingerprint } of conflicts) resolutions.set(id, { fingerprint, choice: 'mine' });
    }
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
