import {
  type ConflictResolutions,
  ContentStore,
  type MergeResult,
  type Revision,
  RevisionService,
} from '#modules/content/index.js';
import { Injectable } from '@nestjs/common';
import type { LockedPair } from '../change-request-access.js';
import { ChangeRequestConflictsRepository, type ConflictRow } from './change-request-conflicts.repository.js';

/** The main content and a change request brought together, not yet written anywhere. */
export interface Attempt extends MergeResult {
  /** The revision both sides come from. */
  base: Revision;
}

/** Merging and updating are the same 3-way merge; this is it. */
@Injectable()
export class ThreeWayMerge {
  constructor(
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
    private readonly conflicts: ChangeRequestConflictsRepository,
  ) {}

  /**
   * Inside the transaction that holds both locks: merges from the last common revision with the resolutions given so
   * far. Open conflicts take the place of those that were stored; without any, none stay stored.
   */
  async attempt({ space, changeRequest }: LockedPair): Promise<Attempt> {
    const { organizationId } = space;
    const base = await this.commonAncestor({ space, changeRequest });
    const stored = await this.conflicts.find(changeRequest);
    const result = await this.content.merge(organizationId, {
      base: base.snapshot,
      main: space.snapshot,
      mine: changeRequest.snapshot,
      resolutions: resolutionsOf(stored),
    });
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

function resolutionsOf(stored: readonly ConflictRow[]): ConflictResolutions {
  return new Map(
    stored.flatMap(({ id, fingerprint, resolution }) =>
      resolution === null ? [] : [[id, { fingerprint, choice: resolution }] as const],
    ),
  );
}
