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
import type { LockedChangeRequest } from '../change-request-access.js';
import { ChangeRequestConflictsRepository, type Decision } from './change-request-conflicts.repository.js';

/** The merge of the main content and a change request, before it is written. */
export interface Attempt extends MergeResult {
  /** The base: the last common revision of both sides. */
  base: Revision;
}

/** The three-way merge, which merging and updating share. */
@Injectable()
export class ThreeWayMerge {
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
   * Merges from the last common revision with the stored resolutions. Open conflicts replace the stored ones; without
   * any, the stored ones are deleted.
   */
  private async attempt(
    { space, changeRequest }: LockedChangeRequest,
    prepared?: PreparedMerge,
  ): Promise<Attempt> {
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
