import { Grants } from '#modules/access/index.js';
import { Members } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { actionToWithdrawReviewRequest } from '../change-request.policy.js';
import { ChangeRequests, eventOf } from '../change-requests.service.js';
import type { RequestReviewersBody } from './review.dto.js';
import { type RequestedReviewerRow, ReviewsRepository } from './reviews.repository.js';

/** The users who are asked to review change requests. */
@Injectable()
export class RequestedReviewers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly members: Members,
    private readonly grants: Grants,
    private readonly changeRequests: ChangeRequests,
    private readonly access: ChangeRequestAccess,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** The latest first. @throws NotFound */
  async list(
    actor: Actor,
    spaceId: string,
    key: string,
    request: PageRequest,
  ): Promise<Page<RequestedReviewerRow>> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return this.reviews.listRequested(changeRequest, request);
  }

  /**
   * Asks users who see the space to review; users who have reviewed are asked again. May change subject and
   * description at the same time.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged or archived, BadRequest for a user
   * who does not see the space.
   */
  async request(
    actor: Actor,
    spaceId: string,
    key: string,
    body: RequestReviewersBody,
  ): Promise<RequestedReviewerRow[]> {
    const { subject, description } = body;
    const users = [...new Set(body.users)];
    return this.db.transaction(async () => {
      await this.changeRequests.update(actor, spaceId, key, { subject, description });
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'request-review');
      const changeRequest = await this.access.lock(found, 'request-review');
      await this.requireReaders(changeRequest, users);
      const now = this.clock.now();
      await this.reviews.supersede(changeRequest, users, now);
      await this.reviews.request(changeRequest, users, actor.userId, now);
      const event = { ...eventOf(changeRequest, actor), reviewers: users, requestedAt: now.toISOString() };
      if (users.length > 0) await this.events.publish('change-request.review-requested', event);
      return this.reviews.findRequested(changeRequest, users);
    });
  }

  /** Withdraws a request; does nothing when nobody was asked. Reviewers may withdraw their own. */
  async withdraw(actor: Actor, spaceId: string, key: string, userId: string): Promise<void> {
    await this.db.transaction(async () => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
      const action = actionToWithdrawReviewRequest(actor.userId, userId);
      await this.spaces.requireSpace(actor, spaceId, action);
      const [requested] = await this.reviews.findRequested(found.changeRequest, [userId]);
      if (!requested) return;
      const changeRequest = await this.access.lock(found, 'request-review');
      await this.reviews.withdraw(changeRequest, userId);
    });
  }

  /**
   * Unknown users and members without a permission get the same message, so that it does not reveal who is a member.
   */
  private async requireReaders(
    { organizationId, spaceId }: ChangeRequestEntity,
    users: readonly string[],
  ): Promise<void> {
    // The memberships are locked, so that requests are deleted with them; roles are checked again whenever they
    // count.
    const members = await this.members.lockMembers(organizationId, users);
    const roles = await this.grants.findRoles({ organizationId, type: 'space', id: spaceId }, members);
    const stranger = users.find((user) => !roles.has(user));
    if (stranger !== undefined) {
      throw new BadRequest(
        `users: "${stranger}" cannot see this space; ask a member who can, or give access first.`,
      );
    }
  }
}
