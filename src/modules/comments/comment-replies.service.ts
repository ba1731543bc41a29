import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { parseBodyAsync } from './comment-body.js';
import type { PostReplyBody, UpdateReplyBody } from './comment.dto.js';
import type { CommentEntity } from './comment.entity.js';
import { type CommentPlace, CommentPlaces } from './comment-places.js';
import { type CommentAction, commentVerdict } from './comment.policy.js';
import type { CommentView, PlaceKey } from './comment.types.js';
import { CommentWriter } from './comment-writer.js';
import { CommentsRepository } from './comments.repository.js';
import { parseReactions, Reactions } from './reactions/reactions.service.js';

/** Replies to comments on spaces and change requests. */
@Injectable()
export class CommentReplies {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly places: CommentPlaces,
    private readonly repository: CommentsRepository,
    private readonly writer: CommentWriter,
    private readonly reactions: Reactions,
  ) {}

  /** In the order of the conversation. @throws NotFound */
  async list(
    actor: Actor,
    key: PlaceKey,
    commentId: string,
    request: PageRequest,
  ): Promise<Page<CommentView>> {
    const place = await this.places.open(actor, key);
    if (!(await this.repository.find(place, commentId, null))) throw new NotFound('comment');
    const page = await this.repository.listReplies(place, commentId, request);
    return mapPage(page, (comment) => ({ comment, viewer: place }));
  }

  /**
   * The first replies to each of some comments, in the order of their conversations; comments that are not in the place
   * have none.
   * @throws NotFound for a place that is not visible.
   */
  async listOfMany(
    actor: Actor,
    key: PlaceKey,
    commentIds: readonly string[],
    limit: number,
  ): Promise<Map<string, CommentView[]>> {
    const found = new Map<string, CommentView[]>();
    const place = await this.places.open(actor, key);
    if (commentIds.length === 0) return found;
    for (const comment of await this.repository.listRepliesToMany(place, commentIds, limit)) {
      const parent = comment.parentId ?? '';
      const views = found.get(parent) ?? [];
      views.push({ comment, viewer: place });
      found.set(parent, views);
    }
    return found;
  }

  /** @throws NotFound */
  async get(actor: Actor, key: PlaceKey, commentId: string, id: string): Promise<CommentView> {
    return this.view(await this.places.open(actor, key), commentId, id);
  }

  /** Replies, also to a comment that is resolved. @throws NotFound, Forbidden below the role `comment`, BadRequest */
  async post(actor: Actor, key: PlaceKey, commentId: string, body: PostReplyBody): Promise<CommentView> {
    const document = await parseBodyAsync(body.body);
    return this.db.transaction(async () => {
      const place = await this.places.open(actor, key);
      const comment = await this.repository.lock(place, commentId, null, 'key share');
      if (!comment) throw new NotFound('comment');
      const facts = { ...place, isAuthor: comment.postedBy === actor.userId };
      requireAllowed('comment', commentVerdict(facts, 'reply'));
      const reply = await this.writer.insert(place, { body: document, parentId: commentId });
      await this.events.publish('comment-reply.created', eventOf(reply, actor));
      return this.view(place, commentId, reply.id);
    });
  }

  /** Changes what it says, and the actor's own reactions. @throws NotFound, Forbidden, BadRequest */
  async update(
    actor: Actor,
    key: PlaceKey,
    commentId: string,
    id: string,
    body: UpdateReplyBody,
  ): Promise<CommentView> {
    const document = body.body && (await parseBodyAsync(body.body));
    const reactions = parseReactions(body);
    const actions: CommentAction[] = ['view'];
    if (document) actions.push('edit');
    if (reactions) actions.push('reply');
    return this.db.transaction(async () => {
      const place = await this.places.open(actor, key);
      const reply = await this.writer.lock(place, actions, id, commentId);
      if (reactions) await this.reactions.apply(reply, actor.userId, reactions);
      const edit = document && (await this.writer.rewrite(place, reply, document));
      if (edit) await this.events.publish('comment-reply.updated', { ...eventOf(reply, actor), ...edit });
      return this.view(place, commentId, id);
    });
  }

  /** One that is not there is fine. @throws NotFound for its place, Forbidden */
  async delete(actor: Actor, key: PlaceKey, commentId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const place = await this.places.open(actor, key);
      const reply = await this.writer.lockIfThere(place, ['delete'], id, commentId);
      if (!reply) return;
      await this.writer.delete(place, reply);
      await this.events.publish('comment-reply.deleted', eventOf(reply, actor));
    });
  }

  private async view(place: CommentPlace, commentId: string, id: string): Promise<CommentView> {
    const comment = await this.repository.find(place, id, commentId);
    if (!comment) throw new NotFound('reply');
    return { comment, viewer: place };
  }
}

/** The members every event of the reply has. */
function eventOf(reply: CommentEntity, actor: Actor) {
  const { organizationId, spaceId, changeRequestId, parentId, id } = reply;
  return {
    organizationId,
    spaceId,
    changeRequestId,
    commentId: parentId ?? '',
    replyId: id,
    userId: actor.userId,
  };
}
