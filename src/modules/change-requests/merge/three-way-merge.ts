import {
  type ConflictResolutions,
  ContentStore,
  type MergeResult,
  type PreparedMerge,
  type Revision,
  Revisions,
  withPreparedMerge,
} from '#modules/content/index.js';
import { Database } from '#platform/database/database.js';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { LockedChangeRequest } from '../change-request-access.js';
import { ChangeRequestConflictsRepository, type Decision } from './change-request-conflicts.repository.js';

/** The merge of the main content and a change request, before it is written. */
export interface Attempt extends MergeResult {
  /** The base: the last common revision of both sides. */
  base: Revision;
}

const MAX_COUNTS = 1000;

/** The three-way merge, which merging and updating share. */
@Injectable()
export class ThreeWayMerge {
  private readonly counts = new LRUCache<string, number>({ max: MAX_COUNTS });

  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly conflicts: ChangeRequestConflictsRepository,
  ) {}

  /**
   * Carries out a transaction that contains an attempt. A long merge is computed in a thread, without any lock, and
   * the transaction begins again with its result.
   * @param work makes the attempt once it holds both locks.
   * @throws Conflict when merging takes too much time or memory; Busy; the errors of `work`.
   */
  transaction<Result>(
    work: (attempt: (pair: LockedChangeRequest) => Promise<Attempt>) => Promise<Result>,
  ): Promise<Result> {
    let organizationId = '';
    const attempt = (pair: LockedChangeRequest, prepared: PreparedMerge | undefined): Promise<Attempt> => {
      ({ organizationId } = pair.space);
      return this.attempt(pair, prepared);
    };
    return withPreparedMerge(
      (prepared) => this.db.transaction(() => work((pair) => attempt(pair, prepared))),
      (input) => this.content.prepareMerge(organizationId, input),
    );
  }

  /**
   * The number of open conflicts that a merge would meet at this moment; writes nothing, needs no lock. It follows from the
   * snapshots and the resolutions, so it is computed once for each state.
   */
  async countOpen(pair: LockedChangeRequest): Promise<number> {
    const { organizationId } = pair.space;
    const { input } = await this.plan(pair);
    const key = JSON.stringify([organizationId, input.base, input.main, input.mine, [...input.resolutions]]);
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const { conflicts } = await withPreparedMerge(
      (prepared) => this.content.tryMerge(organizationId, input, prepared),
      (long) => this.content.prepareMerge(organizationId, long),
    );
    this.counts.set(key, conflicts.length);
    return conflicts.length;
  }

  /**
   * Merges from the last common revision with the stored resolutions. Open conflicts replace the stored ones; without
   * any, the stored ones are deleted.
   */
  private async attempt(pair: LockedChangeRequest, prepared?: PreparedMerge): Promise<Attempt> {
    const { changeRequest } = pair;
    const { base, input } = await this.plan(pair);
    const result = await this.content.merge(pair.space.organizationId, input, prepared);
    if (result.conflicts.length > 0) await this.conflicts.replace(changeRequest, result.met);
    else if (input.resolutions.size > 0 || (await this.conflicts.decisions(changeRequest)).length > 0)
      await this.conflicts.clear(changeRequest);
    return { ...result, base };
  }

  private async plan({ space, changeRequest }: LockedChangeRequest) {
    const base = await this.commonAncestor({ space, changeRequest });
    const resolutions = resolutionsOf(await this.conflicts.decisions(changeRequest));
    const input = { base: base.snapshot, main: space.snapshot, mine: changeRequest.snapshot, resolutions };
    return { base, input };
  }

  private async commonAncestor({ space, changeRequest }: LockedChangeRequest): Promise<Revision> {
    const { organizationId, revisionInitialId, revisionId } = changeRequest;
    const found = await this.revisions.commonAncestor(organizationId, space.revisionId, revisionId);
    return found ?? this.revisions.getRevision(organizationId, revisionInitialId);
  }
}

function resolutionsOf(stored: readonly Decision[]): ConflictResolutions {
  return new Map(
    stored.flatMap(({ id, fingerprint, resolution }) =>
      resolution === null ? [] : [[id, { fingerprint, choice: resolution }] as const],
    ),
  );
}
