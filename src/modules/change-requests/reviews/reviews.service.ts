import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess } from '../change-request-access.js';
import type { ChangeRequest } from '../change-request.entity.js';
import { eventOf } from '../change-requests.service.js';
import { ChangeRequestReview } from './change-request-review.entity.js';
import type { SubmitReviewBody } from './review.dto.js';
import { type ReviewRow, ReviewsRepository } from './reviews.repository.js';

/** A review and the change request it belongs to. */
export interface ReviewView {
  changeRequest: ChangeRequest;
  review: ReviewRow;
}

/** What reviewers say about change requests. */
@Injectable()
export class Reviews {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly access: ChangeRequestAccess,
    private readonly reviews: ReviewsRepository,
  ) {}

  /** Newest first. @throws NotFound */
  async list(
    actor: Actor,
    spaceId: string,
    key: string,
    request: PageRequest & { outdated?: boolean },
  ): Promise<Page<ReviewView>> {
    const { changeRequest } = await this.access.require(actor, spaceId, key, 'view');
    const page = await this.reviews.list(changeRequest, request);
    return { ...page, items: page.items.map((review) => ({ changeRequest, review })) };
  }

  /** @throws NotFound */
  async get(actor: Actor, spaceId: string, key: string, reviewId: string): Promise<ReviewView> {
    const { changeRequest } = await this.access.require(actor, spaceId, key, 'view');
    return { changeRequest, review: await this.getReview(changeRequest, reviewId) };
  }

  /**
   * Reviews the current revision; takes the place of what the actor said before.
   * @throws NotFound, Forbidden below the role `review`, Conflict when it is merged or archived.
   */
  async submit(actor: Actor, spaceId: string, key: string, body: SubmitReviewBody): Promise<ReviewView> {
    if (body.comment !== undefined && Object.keys(body.comment).length > 0) {
      throw new BadRequest('comment: comments are not available yet; submit the review without one.');
    }
    return this.db.transaction(async () => {
      const found = await this.access.require(actor, spaceId, key, 'review');
      const changeRequest = await this.access.lock(found, 'review');
      const now = this.clock.now();
      await this.reviews.supersede(changeRequest, [actor.userId], now);
      const [request] = await this.reviews.findRequested(changeRequest, [actor.userId]);
      const review = Object.assign(new ChangeRequestReview(), {
        organizationId: changeRequest.organizationId,
        id: newId(),
        changeRequestId: changeRequest.id,
        revisionId: changeRequest.revisionId,
        reviewerId: actor.userId,
        requestedBy: request?.requestedBy ?? null,
        status: body.status,
        superseded: false,
        createdAt: now,
        updatedAt: now,
      });
      await this.reviews.insert(review);
      const event = { ...eventOf(changeRequest, actor), reviewId: review.id, status: body.status };
      await this.events.publish('change-request.review-submitted', event);
      return { changeRequest, review: await this.getReview(changeRequest, review.id) };
    });
  }

  private async getReview(changeRequest: ChangeRequest, reviewId: string): Promise<ReviewRow> {
    const review = await this.reviews.find(changeRequest, reviewId);
    if (!review) throw new NotFound('review');
    return review;
  }
}
