import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { documentReferences, documentsEqual, type JSONDocument } from '#modules/documents/index.js';
import { ReferencePolicy } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { mentionsIn } from './comment-body.js';
import { CommentEntity } from './comment.entity.js';
import { type CommentPlace, CommentPlaces } from './comment-places.js';
import { type CommentAction, commentVerdict } from './comment.policy.js';
import { CommentsRepository } from './comments.repository.js';
import type { StoredTarget } from './target/comment-target.types.js';

export interface NewComment {
  body: JSONDocument;
  /** Name of the body in the request, for error sentences; `body` when absent. */
  field?: string;
  parentId?: string;
  reviewId?: string;
  target?: StoredTarget | null;
}

/** Writes comments and replies, which are the same but for what hangs on them. Everything runs in a transaction. */
@Injectable()
export class CommentWriter {
  constructor(
    private readonly clock: Clock,
    private readonly places: CommentPlaces,
    private readonly comments: CommentsRepository,
    private readonly references: ReferencePolicy,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The comment (or reply) as it is stored, when the actor may do this with it.
   * @throws NotFound, Forbidden
   */
  async lock(
    place: CommentPlace,
    actions: CommentAction[],
    id: string,
    parentId: string | null = null,
  ): Promise<CommentEntity> {
    const comment = await this.lockIfThere(place, actions, id, parentId);
    if (!comment) throw new NotFound(parentId === null ? 'comment' : 'reply');
    return comment;
  }

  /** As `lock`, but null for one that is not there. */
  async lockIfThere(
    place: CommentPlace,
    actions: CommentAction[],
    id: string,
    parentId: string | null = null,
  ): Promise<CommentEntity | null> {
    const comment = await this.comments.lock(place, id, parentId);
    if (!comment) return null;
    const facts = { ...place, isAuthor: comment.postedBy === place.actor.userId };
    for (const action of actions) requireAllowed('comment', commentVerdict(facts, action));
    return comment;
  }

  /** @throws BadRequest for a body that names what the actor may not see. */
  async insert(
    place: CommentPlace,
    { body, field, parentId, reviewId, target }: NewComment,
  ): Promise<CommentEntity> {
    const { organizationId, spaceId, changeRequestId, actor, context } = place;
    await this.references.check({ actor, organizationId, spaceId }, refsOf(body), [], field ?? 'body');
    const comment = Object.assign(new CommentEntity(), {
      organizationId,
      id: newId(),
      spaceId,
      changeRequestId,
      parentId: parentId ?? null,
      reviewId: reviewId ?? null,
      body,
      mentions: mentionsIn(body),
      target: target ?? null,
      pageId: target?.page.id ?? null,
      revisionId: context.revisionId,
      postedBy: actor.userId,
      postedAt: this.clock.now(),
      editedAt: null,
      resolvedAt: null,
      resolvedBy: null,
    });
    await this.comments.insert(comment);
    await this.places.addContribution(place, actor.userId);
    return comment;
  }

  /**
   * Changes what it says.
   * @returns whom it mentions now and did not before; null when it says that already.
   * @throws BadRequest as `insert`.
   */
  async rewrite(
    place: CommentPlace,
    comment: CommentEntity,
    body: JSONDocument,
  ): Promise<{ mentioned: string[] } | null> {
    if (documentsEqual(comment.body, body)) return null;
    const { organizationId, spaceId, actor } = place;
    await this.references.check(
      { actor, organizationId, spaceId },
      refsOf(body),
      refsOf(comment.body),
      'body',
    );
    const mentions = mentionsIn(body);
    await this.comments.update(comment, { body, mentions, editedAt: this.clock.now() });
    return { mentioned: mentions.filter((user) => !comment.mentions.includes(user)) };
  }

  /** Deletes it with everything below it. */
  async delete(place: CommentPlace, comment: CommentEntity): Promise<void> {
    const authors = await this.comments.countAuthors(comment);
    await this.comments.delete(comment);
    await this.places.removeContributions(place, authors);
    await this.recordDeletion(comment);
  }

  /** Records the place and the author, not the text. */
  private async recordDeletion(comment: CommentEntity): Promise<void> {
    const { organizationId, spaceId, changeRequestId, parentId, id, postedBy } = comment;
    const type = parentId === null ? 'comment' : 'comment-reply';
    const before = {
      spaceId,
      postedBy,
      ...(changeRequestId === null ? {} : { changeRequestId }),
      ...(parentId === null ? {} : { commentId: parentId }),
    };
    await this.audit.record({ organizationId, action: `${type}.deleted`, target: { type, id }, before });
  }
}

const refsOf = (document: JSONDocument) => documentReferences(document).map(({ ref }) => ref);
