import type { ChangeRequestEvent } from '#modules/change-requests/index.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { CommentPlaces } from '../comment-places.js';
import type { CommentEvent, CommentReplyEvent } from '../comment.events.js';
import type { CommentRow } from '../comment.types.js';
import { CommentsRepository } from '../comments.repository.js';
import type { NoticeKind } from './notice.js';
import { type NoticeJob, NoticeSender } from './notice-sender.js';

export const SEND_NOTICE = 'comments.send-notice';

/** What happened, and to whom it is told unless they did it themselves. */
interface News {
  kind: NoticeKind;
  event: ChangeRequestEvent | CommentEvent;
  /** Names this news among all. */
  key: string;
  commentId?: string;
  recipients: string[];
}

/**
 * Tells people by mail what happens in discussions they take part in: one job for each of them, so that one address
 * that does not work keeps no other waiting. Exists only where mail is set up; see the module.
 */
export class DiscussionMail {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly places: CommentPlaces,
    private readonly comments: CommentsRepository,
    private readonly sender: NoticeSender,
  ) {}

  @OnEvent('comment.created', 'mail')
  async onComment(event: CommentEvent): Promise<void> {
    const comment = await this.comments.findById(event.organizationId, event.commentId);
    // What came with a review is told with the review.
    if (!comment || comment.reviewId !== null) return;
    await this.tellThread('comment', event, comment, comment.id);
  }

  @OnEvent('comment-reply.created', 'mail')
  async onReply(event: CommentReplyEvent): Promise<void> {
    const reply = await this.comments.findById(event.organizationId, event.replyId);
    if (reply) await this.tellThread('reply', event, reply, reply.id);
  }

  /** Whoever is mentioned by an edit hears of it like the others did when it was posted. */
  @OnEvent('comment.updated', 'mail')
  async onCommentEdited(event: CommentEvent & { mentioned: string[] }): Promise<void> {
    const { commentId, mentioned } = event;
    await this.tell({ kind: 'comment', event, key: commentId, commentId, recipients: mentioned });
  }

  @OnEvent('comment-reply.updated', 'mail')
  async onReplyEdited(event: CommentReplyEvent & { mentioned: string[] }): Promise<void> {
    const { replyId, mentioned } = event;
    await this.tell({ kind: 'reply', event, key: replyId, commentId: replyId, recipients: mentioned });
  }

  @OnEvent('comment.resolved', 'mail')
  async onResolved(event: CommentEvent): Promise<void> {
    const comment = await this.comments.findById(event.organizationId, event.commentId);
    if (!comment?.resolvedAt) return;
    await this.tellThread('resolved', event, comment, `${comment.id}@${comment.resolvedAt.toISOString()}`);
  }

  @OnEvent('change-request.review-requested', 'mail')
  async onReviewRequested(
    event: ChangeRequestEvent & { reviewers: string[]; requestedAt: string },
  ): Promise<void> {
    const key = `${event.changeRequestId}@${event.requestedAt}`;
    await this.tell({ kind: 'review-requested', event, key, recipients: event.reviewers });
  }

  @OnEvent('change-request.review-submitted', 'mail')
  async onReview(
    event: ChangeRequestEvent & { reviewId: string; status: 'approved' | 'changes-requested' },
  ): Promise<void> {
    const [comment] = await this.comments.findOfReviews(event.organizationId, [event.reviewId]);
    const recipients = [...(await this.places.participants(event)), ...(comment?.mentions ?? [])];
    await this.tell({ kind: event.status, event, key: event.reviewId, commentId: comment?.id, recipients });
  }

  @OnJob(SEND_NOTICE)
  async send(job: NoticeJob): Promise<void> {
    await this.sender.send(job);
  }

  private async tellThread(
    kind: NoticeKind,
    event: CommentEvent,
    comment: CommentRow,
    key: string,
  ): Promise<void> {
    const inThread = await this.comments.threadParticipants(event.organizationId, event.commentId);
    const recipients = [...(await this.places.participants(event)), ...inThread];
    await this.tell({ kind, event, key, commentId: comment.id, recipients });
  }

  /** All jobs or none: a handler that runs again sends no more than the missing ones, by the keys of the mails. */
  private async tell({ kind, event, key, commentId, recipients }: News): Promise<void> {
    const { organizationId, spaceId, changeRequestId, userId } = event;
    const others = new Set(recipients);
    others.delete(userId);
    await this.db.transaction(async () => {
      for (const recipient of others) {
        const job: NoticeJob = {
          kind,
          key: `${kind}:${key}:${recipient}`,
          organizationId,
          spaceId,
          changeRequestId,
          commentId: commentId ?? null,
          actorId: userId,
          recipientId: recipient,
        };
        await this.jobs.enqueue(SEND_NOTICE, job, { singletonKey: job.key });
      }
    });
  }
}
