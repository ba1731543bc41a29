import { Injectable } from '@nestjs/common';
import { type Member, MemberStats } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { parseBody, parseBodyAsync } from './comment-body.js';
import type { PostCommentBody, UpdateCommentBody } from './comment.dto.js';
import type { CommentEntity } from './comment.entity.js';
import { type CommentPlace, CommentPlaces } from './comment-places.js';
import type { CommentAction } from './comment.policy.js';
import type { CommentView, PlaceKey } from './comment.types.js';
import { CommentWriter } from './comment-writer.js';
import { CommentersRepository } from './commenters.repository.js';
import { type CommentFilters, CommentsRepository } from './comments.repository.js';
import { parseReactions, Reactions } from './reactions/reactions.service.js';
import { CommentTargets } from './target/comment-targets.js';

/** Comments on spaces and change requests. */
@Injectable()
export class Comments {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly places: CommentPlaces,
    private readonly repository: CommentsRepository,
    private readonly writer: CommentWriter,
    private readonly targets: CommentTargets,
    private readonly reactions: Reactions,
    private readonly commenters: CommentersRepository,
    private readonly memberStats: MemberStats,
  ) {}

  /** Newest first unless told otherwise. @throws NotFound */
  async list(actor: Actor, key: PlaceKey, filters: CommentFilters): Promise<Page<CommentView>> {
    const place = await this.places.open(actor, key);
    // Both ways of writing a list in a query string are in use.
    const authors = filters.authors?.flatMap((ids) => ids.split(',')).filter((id) => id !== '');
    const page = await this.repository.list(place, { ...filters, authors });
    return mapPage(page, (comment) => ({ comment, viewer: place }));
  }

  /** Members who commented or replied. @throws NotFound */
  async listCommenters(actor: Actor, key: PlaceKey, request: PageRequest): Promise<Page<Member>> {
    const place = await this.places.open(actor, key);
    return this.memberStats.withCounts(place.organizationId, await this.commenters.list(place, request));
  }

  /** @throws NotFound */
  async get(actor: Actor, key: PlaceKey, id: string): Promise<CommentView> {
    return this.view(await this.places.open(actor, key), id);
  }

  /**
   * @throws NotFound, Forbidden below the role `comment`, BadRequest for a body that says nothing or too much and for a
   * target that is not there.
   */
  async post(actor: Actor, key: PlaceKey, body: PostCommentBody): Promise<CommentView> {
    const document = await parseBodyAsync(body.body);
    return this.db.transaction(async () => {
      const place = await this.places.open(actor, key, 'comment');
      const target = await this.targets.resolve(place.context, body);
      const comment = await this.writer.insert(place, { body: document, target });
      await this.opened(place, comment);
      return this.view(place, comment.id);
    });
  }

  /** Posts what a reviewer says with a review, in the transaction of the review. */
  async postWithReview(place: CommentPlace, reviewId: string, body: object): Promise<void> {
    const comment = await this.writer.insert(place, {
      body: parseBody(body, 'comment'),
      field: 'comment',
      reviewId,
    });
    await this.opened(place, comment);
  }

  /** Comments that were posted with reviews, by review. */
  async findOfReviews(place: CommentPlace, reviewIds: string[]): Promise<Map<string, CommentView>> {
    const rows = await this.repository.findOfReviews(place.organizationId, reviewIds);
    return new Map(rows.map((comment) => [comment.reviewId ?? '', { comment, viewer: place }]));
  }

  /**
   * Changes only what `body` holds: what it says, whether it is resolved, the actor's own reactions.
   * @throws NotFound, Forbidden for what the actor may not do, BadRequest
   */
  async update(actor: Actor, key: PlaceKey, id: string, body: UpdateCommentBody): Promise<CommentView> {
    const document = body.body && (await parseBodyAsync(body.body));
    const reactions = parseReactions(body);
    const actions: CommentAction[] = ['view'];
    if (document) actions.push('edit');
    if (reactions) actions.push('reply');
    if (body.resolved !== undefined) actions.push('resolve');
    return this.db.transaction(async () => {
      const place = await this.places.open(actor, key);
      const comment = await this.writer.lock(place, actions, id);
      if (reactions) await this.reactions.apply(comment, actor.userId, reactions);
      const edit = document && (await this.writer.rewrite(place, comment, document));
      if (edit) await this.events.publish('comment.updated', { ...eventOf(comment, actor), ...edit });
      if (body.resolved !== undefined) await this.setResolved(place, comment, body.resolved);
      return this.view(place, id);
    });
  }

  /** Deletes it with its replies; one that is not there is fine. @throws NotFound for its place, Forbidden */
  async delete(actor: Actor, key: PlaceKey, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const place = await this.places.open(actor, key);
      const comment = await this.writer.lockIfThere(place, ['delete'], id);
      if (!comment) return;
      if (comment.resolvedAt === null) await this.places.countOpen(place, -1);
      await this.writer.delete(place, comment);
      await this.events.publish('comment.deleted', eventOf(comment, actor));
    });
  }

  private async opened(place: CommentPlace, comment: CommentEntity): Promise<void> {
    await this.places.countOpen(place, 1);
    await this.events.publish('comment.created', eventOf(comment, place.actor));
  }

  /** The row is locked, so two who resolve it at once count it once. */
  private async setResolved(place: CommentPlace, comment: CommentEntity, resolved: boolean): Promise<void> {
    if (resolved === (comment.resolvedAt !== null)) return;
    const fields = resolved
      ? { resolvedAt: this.clock.now(), resolvedBy: place.actor.userId }
      : { resolvedAt: null, resolvedBy: null };
    await this.repository.update(comment, fields);
    await this.places.countOpen(place, resolved ? -1 : 1);
    await this.events.publish(
      resolved ? 'comment.resolved' : 'comment.reopened',
      eventOf(comment, place.actor),
    );
  }

  private async view(place: CommentPlace, id: string): Promise<CommentView> {
    const comment = await this.repository.find(place, id, null);
    if (!comment) throw new NotFound('comment');
    return { comment, viewer: place };
  }
}

/** The members every event of the comment has. */
function eventOf({ organizationId, spaceId, changeRequestId, id }: CommentEntity, actor: Actor) {
  return { organizationId, spaceId, changeRequestId, commentId: id, userId: actor.userId };
}
