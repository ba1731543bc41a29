import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import type { FoundChangeRequest } from '../change-request-access.js';

export type CommentFormat = 'document' | 'markdown';

/** Stores the comments that reviewers post with their reviews. */
export interface ReviewCommentKeeper {
  /** Posts the body on the change request, in the transaction of the review. @throws BadRequest for an invalid body. */
  post(actor: Actor, found: FoundChangeRequest, reviewId: string, body: object): Promise<void>;
  /** The remaining comments as the API shows them, by review. */
  present(
    actor: Actor,
    found: FoundChangeRequest,
    reviewIds: string[],
    format?: CommentFormat,
  ): Promise<Map<string, object>>;
}

/** The hook by which the module of comments, which lies above, stores the comments of reviews. */
@Injectable()
export class ReviewComments {
  private keeper: ReviewCommentKeeper | undefined;

  /** Call it in `onModuleInit`. */
  register(keeper: ReviewCommentKeeper): void {
    this.keeper = keeper;
  }

  async post(actor: Actor, found: FoundChangeRequest, reviewId: string, body: object): Promise<void> {
    if (!this.keeper) throw new BadRequest('comment: nothing keeps comments here; leave it out.');
    await this.keeper.post(actor, found, reviewId, body);
  }

  async present(
    actor: Actor,
    found: FoundChangeRequest,
    reviewIds: string[],
    format?: CommentFormat,
  ): Promise<Map<string, object>> {
    if (!this.keeper || reviewIds.length === 0) return new Map();
    return this.keeper.present(actor, found, reviewIds, format);
  }
}
