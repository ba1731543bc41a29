import { Injectable } from '@nestjs/common';
import type { ChangeRequestEvent } from '#modules/change-requests/index.js';
import {
  type CommentEvent,
  type CommentReplyEvent,
  DiscussionNews,
  type News,
  type NewsKind,
} from '#modules/comments/index.js';
import type {
  ConnectionConflictsEvent,
  ConnectionEvent,
  ConnectionFailingEvent,
} from '#modules/git/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import { newId } from '#platform/ids/ids.js';
import type { InboxKind } from './inbox-entry.entity.js';
import { InboxRepository } from './inbox.repository.js';

/** Puts what happens in discussions, and with repositories, into the inboxes of those whom it concerns. Mail tells the same people. */
@Injectable()
export class InboxListeners {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly news: DiscussionNews,
    private readonly users: Users,
    private readonly entries: InboxRepository,
  ) {}

  @OnEvent('comment.created', 'inbox')
  async onComment(event: CommentEvent): Promise<void> {
    await this.tell(await this.news.ofComment(event));
  }

  @OnEvent('comment-reply.created', 'inbox')
  async onReply(event: CommentReplyEvent): Promise<void> {
    await this.tell(await this.news.ofReply(event));
  }

  @OnEvent('comment.updated', 'inbox')
  async onCommentEdited(event: CommentEvent & { mentioned: string[] }): Promise<void> {
    await this.tell(await this.news.ofEdit('comment', event, event.commentId));
  }

  @OnEvent('comment-reply.updated', 'inbox')
  async onReplyEdited(event: CommentReplyEvent & { mentioned: string[] }): Promise<void> {
    await this.tell(await this.news.ofEdit('reply', event, event.replyId));
  }

  @OnEvent('comment.resolved', 'inbox')
  async onResolved(event: CommentEvent): Promise<void> {
    await this.tell(await this.news.ofResolved(event));
  }

  @OnEvent('change-request.review-requested', 'inbox')
  async onReviewRequested(
    event: ChangeRequestEvent & { reviewers: string[]; requestedAt: string },
  ): Promise<void> {
    await this.tell(this.news.ofReviewRequest(event));
  }

  @OnEvent('change-request.review-submitted', 'inbox')
  async onReview(
    event: ChangeRequestEvent & { reviewId: string; status: 'approved' | 'changes-requested' },
  ): Promise<void> {
    await this.tell(await this.news.ofReview(event));
  }

  @OnEvent('change-request.merged', 'inbox')
  async onMerged(event: ChangeRequestEvent): Promise<void> {
    await this.tell(await this.news.ofMerge(event));
  }

  @OnEvent('git-connection.failing', 'inbox')
  async onSyncFailing(event: ConnectionFailingEvent): Promise<void> {
    await this.tellOfSync('sync-failing', event, event.since, null);
  }

  @OnEvent('git-connection.conflicts', 'inbox')
  async onSyncConflicts(event: ConnectionConflictsEvent): Promise<void> {
    const { changeRequestId } = event;
    await this.tellOfSync('sync-conflicts', event, changeRequestId, changeRequestId);
  }

  /** Tells who connected the repository, once for each key. */
  private async tellOfSync(
    kind: 'sync-failing' | 'sync-conflicts',
    { organizationId, spaceId, connectionId, userId }: ConnectionEvent,
    key: string,
    changeRequestId: string | null,
  ): Promise<void> {
    const user = (await this.users.findUsersByIds([userId])).get(userId);
    if (user?.kind !== 'person') return;
    await this.db.transaction(() =>
      this.entries.add({
        ...{ organizationId, id: newId(), userId, kind, spaceId, changeRequestId },
        key: `${kind}:${connectionId}:${key}`,
        ...{ commentId: null, actorId: null, createdAt: this.clock.now(), readAt: null },
      }),
    );
  }

  /** All entries or none; a handler that runs again adds none. */
  private async tell(news: News | null): Promise<void> {
    if (!news || news.recipients.size === 0) return;
    const { event, comment, kind, key } = news;
    const users = await this.users.findUsersByIds(news.recipients.keys());
    await this.db.transaction(async () => {
      for (const [userId, isMentioned] of news.recipients) {
        // Service users of integrations read no inbox.
        if (users.get(userId)?.kind !== 'person') continue;
        await this.entries.add({
          organizationId: event.organizationId,
          id: newId(),
          userId,
          key: isComment(kind) && comment ? `comment:${comment.id}` : `${kind}:${key}`,
          kind: isMentioned && isComment(kind) ? 'mention' : kind,
          spaceId: event.spaceId,
          changeRequestId: event.changeRequestId,
          commentId: comment?.id ?? null,
          actorId: event.userId,
          createdAt: this.clock.now(),
          readAt: null,
        });
      }
    });
  }
}

/** True for what a comment says itself: a mention in a review stays a review. */
function isComment(kind: NewsKind & InboxKind): boolean {
  return kind === 'comment' || kind === 'reply';
}
