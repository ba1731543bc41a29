import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Injectable } from '@nestjs/common';
import { ChangeRequestAccess, type FoundChangeRequest } from '../change-request-access.js';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { auditTarget, eventOf } from '../change-requests.service.js';
import { ChangeRequestReviewEntity } from './change-request-review.entity.js';
import { type CommentFormat, ReviewComments } from './review-comments.js';
import type { SubmitReviewBody } from './review.dto.js';
import { type ReviewRow, ReviewsRepository } from './reviews.repository.js';

/** A review, its change request, and its comments as the API shows them. */
export interface ReviewView {
  changeRequest: ChangeRequestEntity;
  review: ReviewRow;
  comment?: object;
}

/** The reviews of change requests. */
@Injectable()
export class Reviews {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly access: ChangeRequestAccess,
    private readonly reviews: ReviewsRepository,
    private readonly comments: ReviewComments,
    private readonly audit: AuditLog,
  ) {}

  /** Newest first. @throws NotFound */
  async list(
    actor: Actor,
    spaceId: string,
    key: string,
    request: PageRequest & { outdated?: boolean; format?: CommentFormat },
  ): Promise<Page<ReviewView>> {
    const found = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    const page = await this.reviews.list(found.changeRequest, request);
    return { ...page, items: await this.withComments(actor, found, page.items, request.format) };
  }

  /** @throws NotFound */
  async get(
    actor: Actor,
    spaceId: string,
    key: string,
    reviewId: string,
    format?: CommentFormat,
  ): Promise<ReviewView> {
    const found = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return this.getView(actor, found, reviewId, format);
  }

  /**
   * Reviews the current revision; replaces the actor's earlier review. A comment is posted with it.
   * @throws NotFound, Forbidden below the role `review`, Conflict when it is merged or archived, BadRequest for an
   * empty comment.
   */
  async submit(actor: Actor, spaceId: string, key: string, body: SubmitReviewBody): Promise<ReviewView> {
    return this.db.transaction(async () => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'review');
      const changeRequest = await this.access.lock(found, 'review');
      const now = this.clock.now();
      await this.reviews.supersede(changeRequest, [actor.userId], now);
      const [request] = await this.reviews.findRequested(changeRequest, [actor.userId]);
      const review = Object.assign(new ChangeRequestReviewEntity(), {
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
      // A body without members is the empty document of the contract, and means no comment.
      const isSilent = body.comment === undefined || Object.keys(body.comment).length === 0;
      if (!isSilent) await this.comments.post(actor, { ...found, changeRequest }, review.id, body.comment!);
      const event = { ...eventOf(changeRequest, actor), reviewId: review.id, status: body.status };
      await this.events.publish('change-request.review-submitted', event);
      await this.audit.record({
        organizationId: changeRequest.organizationId,
        action: 'change-request.reviewed',
        target: auditTarget(changeRequest),
        after: { review: body.status, revisionId: changeRequest.revisionId },
      });
      return this.getView(actor, { ...found, changeRequest }, review.id);
    });
  }

  private async getView(
    actor: Actor,
    found: FoundChangeRequest,
    reviewId: string,
    format?: CommentFormat,
  ): Promise<ReviewView> {
    const review = await this.reviews.find(found.changeRequest, reviewId);
    if (!review) throw new NotFound('review');
    const [view] = await this.withComments(actor, found, [review], format);
    return view!;
  }

  private async withComments(
    actor: Actor,
    found: FoundChangeRequest,
    reviews: ReviewRow[],
    format?: CommentFormat,
  ): Promise<ReviewView[]> {
    const ids = reviews.map((review) => review.id);
    const comments = await this.comments.present(actor, found, ids, format);
    const { changeRequest } = found;
    return reviews.map((review) => ({ changeRequest, review, comment: comments.get(review.id) }));
  }
}
