import { Injectable } from '@nestjs/common';
import { Branch, type BranchHead, type Committed, Revisions } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { ChangeRequestAccess } from './change-request-access.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { ChangeRequestsRepository } from './change-requests.repository.js';
import { eventOf } from './change-requests.service.js';

/** Change requests as branches to write to. */
@Injectable()
export class ChangeRequestBranches {
  constructor(
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly access: ChangeRequestAccess,
    private readonly repository: ChangeRequestsRepository,
    private readonly revisions: Revisions,
  ) {}

  /**
   * @param changeRequest as it was read last, or as `ChangeRequestAccess` locked it: after such a lock the branch
   * accepts commits at once.
   */
  branchOf(changeRequest: ChangeRequestEntity): Branch {
    return new ChangeRequestBranch(this, this.revisions, changeRequest);
  }

  /** The revision of the main content on which a change request was started or from which it was last updated. */
  base({
    organizationId,
    revisionInitialId,
    revisionMergedAncestorId,
  }: ChangeRequestEntity): Promise<BranchHead> {
    return this.revisions.getRevision(organizationId, revisionMergedAncestorId ?? revisionInitialId);
  }

  /** @throws as `ChangeRequestAccess.lock`. */
  lock(actor: Actor, changeRequest: ChangeRequestEntity): Promise<ChangeRequestEntity> {
    return this.access.lock({ changeRequest, actor, action: 'edit' }, 'edit');
  }

  /** Points a change request at a revision of its author. @throws Conflict when it has moved meanwhile. */
  async moveHead(changeRequest: ChangeRequestEntity, committed: Committed): Promise<void> {
    const { revision, author, merged, continues = false } = committed;
    if (!author) throw new Error('Revisions of change requests have an author.');
    const now = this.clock.now();
    const hasMoved = await this.repository.advance(changeRequest, revision, merged ?? null, now);
    if (!hasMoved) throw new Conflict('Somebody else changed this change request meanwhile; try again.');
    await this.repository.countContribution(changeRequest, author.userId, now, 'edit', continues ? 0 : 1);
    await this.events.publish('change-request.content-updated', {
      ...eventOf(changeRequest, author),
      from: changeRequest.revisionId,
      to: revision.id,
    });
  }
}

class ChangeRequestBranch extends Branch {
  constructor(
    private readonly branches: ChangeRequestBranches,
    revisions: Revisions,
    private changeRequest: ChangeRequestEntity,
  ) {
    const { organizationId, spaceId, id } = changeRequest;
    super(revisions, { organizationId, spaceId, changeRequestId: id });
  }

  get head(): BranchHead {
    return { id: this.changeRequest.revisionId, snapshot: this.changeRequest.snapshot };
  }

  base(): Promise<BranchHead> {
    return this.branches.base(this.changeRequest);
  }

  async lock(actor: Actor): Promise<BranchHead> {
    this.changeRequest = await this.branches.lock(actor, this.changeRequest);
    return this.head;
  }

  protected async moveHead(commits: readonly Committed[]): Promise<void> {
    for (const committed of commits) {
      await this.branches.moveHead(this.changeRequest, committed);
      const { id: revisionId, snapshot } = committed.revision;
      this.changeRequest = Object.assign(new ChangeRequestEntity(), this.changeRequest, {
        revisionId,
        snapshot,
      });
    }
  }
}
