import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { ChangeRequestAccess } from '../change-request-access.js';
import { ChangeRequestBranches } from '../change-request-branches.js';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { ChangeRequestsRepository } from '../change-requests.repository.js';
import { OpenChangeRequest, type Proposal } from '../open-change-request.js';

/** Somebody changed a change request after it was read: whoever wants to replace its content reads it again. */
export class ChangedMeanwhile extends Conflict {
  constructor() {
    super('Somebody changed the change request meanwhile.');
  }
}

/** Content that comes from elsewhere, such as a repository, and that people are to decide about. */
@Injectable()
export class ProposedContent {
  constructor(
    private readonly open: OpenChangeRequest,
    private readonly access: ChangeRequestAccess,
    private readonly branches: ChangeRequestBranches,
    private readonly spaces: Spaces,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  /**
   * Inside a transaction: opens a change request for review, with this content.
   * @param snapshot hash of content that is stored.
   * @throws as `OpenChangeRequest.execute`.
   */
  async propose(
    actor: Actor,
    spaceId: string,
    { subject, ...proposal }: Proposal & { subject: string },
  ): Promise<ChangeRequestEntity> {
    return (await this.open.execute(actor, spaceId, { subject }, proposal)).changeRequest;
  }

  /**
   * Inside a transaction: replaces the content of a change request that was read before, and brings it up to date with the main content.
   * @param snapshot made from the head that was read, and from the main content now.
   * @throws ChangedMeanwhile when somebody changed the change request since, and as `ChangeRequestAccess`.
   */
  async replace(actor: Actor, read: ChangeRequestEntity, snapshot: string): Promise<void> {
    const found = await this.access.requireChangeRequest(actor, read.spaceId, read.id, 'update');
    const { space, changeRequest } = await this.access.lockWithSpace(found, 'update');
    if (changeRequest.revisionId !== read.revisionId) throw new ChangedMeanwhile();
    await this.branches
      .branchOf(changeRequest)
      .commit(actor, { type: 'update', merged: space.revisionId, snapshot });
  }

  /** The change request while people can still decide about it; null when it is merged, archived or gone. */
  async findOpen(actor: Actor, spaceId: string, id: string): Promise<ChangeRequestEntity | null> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const found = await this.repository.find(space.organizationId, spaceId, id);
    const isOpen = found?.changeRequest.status === 'draft' || found?.changeRequest.status === 'open';
    return isOpen ? found.changeRequest : null;
  }
}
