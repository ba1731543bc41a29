import type { Actor } from '#platform/http/actor.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestBranches } from '../change-request-branches.js';
import { ThreeWayMerge } from './three-way-merge.js';

/** The outcome of an update; `revision` is the change request's current one either way. */
export interface UpdateOutcome {
  revision: string;
  result: 'update' | 'conflicts';
}

/** Merges the main content of the space into a change request. */
@Injectable()
export class UpdateChangeRequest {
  constructor(
    private readonly access: ChangeRequestAccess,
    private readonly branches: ChangeRequestBranches,
    private readonly threeWay: ThreeWayMerge,
  ) {}

  /**
   * Makes no revision when the main content has not changed since. With open conflicts nothing changes except the
   * stored conflicts.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged or archived, or merging takes too
   * much time or memory; Busy.
   */
  async execute(actor: Actor, spaceId: string, key: string): Promise<UpdateOutcome> {
    return this.threeWay.transaction(async (attempt) => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'update');
      const pair = await this.access.lockWithSpace(found, 'update');
      const { space, changeRequest } = pair;
      const { base, conflicts, snapshot } = await attempt(pair);
      if (conflicts.length > 0) return { revision: changeRequest.revisionId, result: 'conflicts' };
      if (base.id === space.revisionId) return { revision: changeRequest.revisionId, result: 'update' };
      const revision = await this.branches
        .branchOf(changeRequest)
        .commit(actor, { type: 'update', merged: space.revisionId, snapshot });
      return { revision: revision.id, result: 'update' };
    });
  }
}
