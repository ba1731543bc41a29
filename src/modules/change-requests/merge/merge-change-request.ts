import { AuditLog } from '#modules/audit/index.js';
import { SpaceBranches, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess, type LockedChangeRequest } from '../change-request-access.js';
import { nextStatus } from '../change-request.state.js';
import { ChangeRequestsRepository } from '../change-requests.repository.js';
import { auditTarget, eventOf } from '../change-requests.service.js';
import { MergeRuleCheck } from './merge-rule-check.js';
import { ThreeWayMerge } from './three-way-merge.js';

/** The outcome of a merge: the new revision of the space, or the change request's own when conflicts are open. */
export interface MergeOutcome {
  revision: string;
  result: 'merge' | 'conflicts';
}

/** Merges a change request into the main content of its space. */
@Injectable()
export class MergeChangeRequest {
  constructor(
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly branches: SpaceBranches,
    private readonly access: ChangeRequestAccess,
    private readonly repository: ChangeRequestsRepository,
    private readonly rules: MergeRuleCheck,
    private readonly threeWay: ThreeWayMerge,
    private readonly audit: AuditLog,
  ) {}

  /**
   * One transaction that locks the space before it reads and until it commits: of two merges at once the second sees
   * the content of the first. With open conflicts nothing changes except the stored conflicts.
   * @throws NotFound, Forbidden below the role `review`, Conflict when it is merged or archived, a rule is not met,
   * or merging takes too much time or memory; Busy.
   */
  async execute(actor: Actor, spaceId: string, key: string): Promise<MergeOutcome> {
    return this.threeWay.transaction(async (attempt) => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'merge');
      const pair = await this.access.lockWithSpace(found, 'merge');
      await this.rules.requireMergeable(actor, found, pair);
      const { snapshot, conflicts } = await attempt(pair);
      if (conflicts.length > 0) return { revision: pair.changeRequest.revisionId, result: 'conflicts' };
      return { revision: await this.write(actor, pair, snapshot), result: 'merge' };
    });
  }

  private async write(
    actor: Actor,
    { space, changeRequest }: LockedChangeRequest,
    snapshot: string,
  ): Promise<string> {
    const { organizationId, id, status } = changeRequest;
    const revision = await this.branches.of(space).commit(actor, {
      type: 'merge',
      merged: changeRequest.revisionId,
      snapshot,
      mergedFrom: id,
      ...(changeRequest.subject === '' ? {} : { message: changeRequest.subject }),
    });
    const now = this.clock.now();
    const next = nextStatus(status, 'merge');
    await this.repository.update(changeRequest, {
      status: next,
      revisionMergedId: revision.id,
      mergedBy: actor.userId,
      mergedAt: now,
      updatedAt: now,
    });
    await this.spaces.countChangeRequests(space, status, next);
    await this.events.publish('change-request.merged', {
      ...eventOf(changeRequest, actor),
      revisionId: revision.id,
    });
    await this.audit.record({
      organizationId,
      action: 'change-request.merged',
      target: auditTarget(changeRequest),
      before: { status },
      after: { status: next, spaceId: space.id, revisionId: revision.id },
    });
    return revision.id;
  }
}
