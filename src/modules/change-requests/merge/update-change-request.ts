import { RevisionService } from '#modules/content/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestLine } from '../change-request-line.js';
import { ThreeWayMerge } from './three-way-merge.js';

/** What came of an update; `revision` is the change request's current one either way. */
export interface UpdateOutcome {
  revision: string;
  result: 'update' | 'conflicts';
}

/** Brings the main content of the space into a change request. */
@Injectable()
export class UpdateChangeRequest {
  constructor(
    private readonly revisions: RevisionService,
    private readonly access: ChangeRequestAccess,
    private readonly line: ChangeRequestLine,
    private readonly threeWay: ThreeWayMerge,
  ) {}

  /**
   * Makes no revision when the main content holds nothing new. With open conflicts nothing changes but the stored
   * conflicts.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged or archived, or merging takes too much
   * time or memory; Busy.
   */
  async execute(actor: Actor, spaceId: string, key: string): Promise<UpdateOutcome> {
    return this.threeWay.transaction(async (attempt) => {
      const found = await this.access.require(actor, spaceId, key, 'update');
      const pair = await this.access.lockWithSpace(found, 'update');
      const { space, changeRequest } = pair;
      const { base, conflicts, snapshot } = await attempt(pair);
      if (conflicts.length > 0) return { revision: changeRequest.revisionId, result: 'conflicts' };
      if (base.id === space.revisionId) return { revision: changeRequest.revisionId, result: 'update' };
      const revision = await this.revisions.commit(space.organizationId, {
        spaceId: space.id,
        changeRequestId: changeRequest.id,
        type: 'update',
        parents: [changeRequest.revisionId, space.revisionId],
        snapshot,
        author: actor.userId,
      });
      await this.line.advance(actor, changeRequest, { id: revision.id, snapshot }, space.revisionId);
      return { revision: revision.id, result: 'update' };
    });
  }
}
