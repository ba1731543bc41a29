import { Injectable } from '@nestjs/common';
import { type SpaceRecord, Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import type { ChangeRequestEntity } from './change-request.entity.js';
import { type ChangeRequestAction, SPACE_ACTION } from './change-request.policy.js';
import { type ChangeRequestTransition, nextStatus } from './change-request.state.js';
import { type ChangeRequestRow, ChangeRequestsRepository } from './change-requests.repository.js';

/** A change request as it was found for an actor, and the action on it that they may do. */
export interface FoundChangeRequest extends ChangeRequestRow {
  view: SpaceView;
  actor: Actor;
  action: ChangeRequestAction;
}

/** A change request and its space, both locked until the transaction ends. */
export interface LockedChangeRequest {
  space: SpaceRecord;
  changeRequest: ChangeRequestEntity;
}

/** Finds change requests for an actor, and locks them for writing. */
@Injectable()
export class ChangeRequestAccess {
  constructor(
    private readonly spaces: Spaces,
    private readonly repository: ChangeRequestsRepository,
  ) {}

  /**
   * Answers the change request when the actor may do `action` on it.
   * @param key its id, or its number within the space.
   * @throws NotFound for a space or change request that is unknown or not visible, Forbidden when the role is too low.
   */
  async requireChangeRequest(
    actor: Actor,
    spaceId: string,
    key: string,
    action: ChangeRequestAction,
  ): Promise<FoundChangeRequest> {
    const view = await this.spaces.requireSpace(actor, spaceId, SPACE_ACTION[action]);
    const row = await this.repository.find(view.space.organizationId, spaceId, key);
    if (!row || (actor.reader && !(await this.isVisibleToReader(actor.reader, row.changeRequest))))
      throw new NotFound('change request');
    return { ...row, view, actor, action };
  }

  /**
   * A token for the preview of a change request shows that change request alone. Without a preview, the member who reads
   * the site sees the change requests of spaces that are visible to them.
   */
  private async isVisibleToReader(
    { preview, member }: SiteReader,
    request: ChangeRequestEntity,
  ): Promise<boolean> {
    if (preview) return preview.changeRequestId === request.id;
    return member !== undefined && (await this.spaces.isVisible(member, request));
  }

  /**
   * Inside a transaction: locks the change request alone, for writes that leave the space as it is, and checks again
   * that the actor may do the action for which it was found. Never lock the space after this call: all writers lock the
   * space first.
   * @throws Conflict when its status does not allow the transition, and what `requireChangeRequest` throws.
   */
  async lock(
    { changeRequest, actor, action }: Pick<FoundChangeRequest, 'changeRequest' | 'actor' | 'action'>,
    transition: ChangeRequestTransition,
  ): Promise<ChangeRequestEntity> {
    const { organizationId, spaceId, id } = changeRequest;
    const locked = await this.repository.lock(organizationId, id);
    // The permission or the status may have changed while this request waited for the lock.
    await this.spaces.requireSpace(actor, spaceId, SPACE_ACTION[action]);
    if (!locked) throw new NotFound('change request');
    nextStatus(locked.status, transition);
    return locked;
  }

  /**
   * Inside a transaction: locks the space, then the change request.
   * @throws Conflict when its status does not allow the transition, NotFound when the space was deleted meanwhile.
   */
  async lockWithSpace(
    found: FoundChangeRequest,
    transition: ChangeRequestTransition,
  ): Promise<LockedChangeRequest> {
    const { organizationId, spaceId } = found.changeRequest;
    const space = await this.spaces.lock(organizationId, spaceId);
    return { space, changeRequest: await this.lock(found, transition) };
  }
}
