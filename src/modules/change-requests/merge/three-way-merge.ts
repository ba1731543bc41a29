import {
  type ConflictResolutions,
  ContentStore,
  type MergeResult,
  type PreparedMerge,
  type Revision,
  RevisionService,
  withPreparedMerge,
} from '#modules/content/index.js';
import { Database } from '#platform/database/database.js';
import { Injectable } from '@nestjs/common';
import type { LockedPair } from '../change-request-access.js';
import { ChangeRequestConflictsRepository, type Decision } from './change-request-conflicts.repository.js';

/** The main content and a change request brought together, not yet written anywhere. */
export interface Attempt extends MergeResult {
  /** The revision both sides come from. */
  base: Revision;
}

/** Merging and updating are the same 3-way merge; this is it. */
@Injectable()
export class ThreeWayMerge {
  constructor(
    private readonly db: Database,
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
    private readonly conflicts: ChangeRequestConflictsRepository,
  ) {}

  /**
   * Carries out a transaction with an attempt in it. A long merge is computed in a thread, while nothing is locked, and the
   * transaction begins again with what came of it.
   * @param work makes the attempt once it holds both locks.
   * @throws Conflict when merging takes too much time or memory; Busy; what `work` throws.
   */
  transaction<Result>(
    work: (attempt: (pair: LockedPair) => Promise<Attempt>) => Promise<Result>,
  ): Promise<Result> {
    let organizationId = '';
    const attempt = (pair: LockedPair, prepared: PreparedMerge | undefined): Promise<Attempt> => {
      ({ organizationId } = pair.space);
      return this.attempt(pair, prepared);
    };
    return withPreparedMerge(
      (prepared) => this.db.transaction(() => work((pair) => attempt(pair, prepared))),
      (input) => this.content.prepareMerge(organizationId, input),
    );
  }

  /**
   * Merges from the last common revision with the resolutions given so
   * far. Open conflicts take the place of those that were stored; without any, none stay stored.
   */
  private async attempt({ space, changeRequest }: LockedPair, prepared?: PreparedMerge): Promise<Attempt> {
    const { organizationId } = space;
    const base = await this.commonAncestor({ space, changeRequest });
    const stored = await this.conflicts.decisions(changeRequest);
    const input = {
      base: base.snapshot,
      main: space.snapshot,
      mine: changeRequest.snapshot,
      resolutions: resolutionsOf(stored),
    };
    const result = await this.content.merge(organizationId, input, prepared);
    if (result.conflicts.length > 0) await this.conflicts.replace(changeRequest, result.met);
    else if (stored.length > 0) await this.conflicts.clear(changeRequest);
    return { ...result, base };
  }

  private async commonAncestor({ space, changeRequest }: LockedPair): Promise<Revision> {
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
