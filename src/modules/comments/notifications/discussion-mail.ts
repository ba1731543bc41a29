import type { ChangeRequestEvent } from '#modules/change-requests/index.js';
import type { MailTopic } from '#modules/notifications/index.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import { CommentPlaces } from '../comment-places.js';
import type { CommentEvent, CommentReplyEvent } from '../comment.events.js';
import type { CommentRow } from '../comment.types.js';
import { CommentsRepository } from '../comments.repository.js';
import type { NoticeKind } from './notice.js';
import { GATHERED_SECONDS, isGathered, keyOfComment, type NoticeJob, SEND_NOTICE } from './notice-job.js';
import { NoticeSender } from './notice-sender.js';

/** Topics of notices that mention nobody. */
const TOPICS: Record<NoticeKind, MailTopic> = {
  comment: 'discussions',
  reply: 'discussions',
  resolved: 'discussions',
  'review-requested': 'reviews',
  approved: 'reviews',
  'changes-requested': 'reviews',
};

/** An event, and the recipients who are told unless they caused it themselves. */
interface Happening {
  kind: NoticeKind;
  event: ChangeRequestEvent | CommentEvent;
  /** Names this news among all of its kind. */
  key: string;
  comment?: CommentRow;
  /** Whom it mentions. They are told as such, also where they take part anyway. */
  mentioned?: string[];
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
    // The mail about a review contains its comment.
    if (!comment || comment.reviewId !== null) return;
    await this.notifyThread('comment', event, comment, comment.mentions);
  }

  @OnEvent('comment-reply.created', 'mail')
  async onReply(event: CommentReplyEvent): Promise<void> {
    const reply = await this.comments.findById(event.organizationId, event.replyId);
    if (reply) await this.notifyThread('reply', event, reply, reply.mentions);
  }

  /** An edit that mentions more people notifies them like a new comment. */
  @OnEvent('comment.updated', 'mail')
  async onCommentEdited(event: CommentEvent & { mentioned: string[] }): Promise<void> {
    await this.notifyMentioned('comment', event, event.commentId);
  }

  @OnEvent('comment-reply.updated', 'mail')
  async onReplyEdited(event: CommentReplyEvent & { mentioned: string[] }): Promise<void> {
    await this.notifyMentioned('reply', event, event.replyId);
  }

  @OnEvent('comment.resolved', 'mail')
  async onResolved(event: CommentEvent): Promise<void> {
    const comment = await this.comments.findById(event.organizationId, event.commentId);
    if (!comment?.resolvedAt) return;
    await this.notifyThread('resolved', event, comment, []);
  }

  @OnEvent('change-request.review-requested', 'mail')
  async onReviewRequested(
    event: ChangeRequestEvent & { reviewers: string[]; requestedAt: string },
  ): Promise<void> {
    const key = `${event.changeRequestId}@${event.requestedAt}`;
    await this.notify({ kind: 'review-requested', event, key, recipients: event.reviewers });
  }

  @OnEvent('change-request.review-submitted', 'mail')
  async onReview(
    event: ChangeRequestEvent & { reviewId: string; status: 'approved' | 'changes-requested' },
  ): Promise<void> {
    const [comment] = await this.comments.findOfReviews(event.organizationId, [event.reviewId]);
    const recipients = await this.places.participants(event);
    const mentioned = comment?.mentions;
    await this.notify({ kind: event.status, event, key: event.reviewId, comment, mentioned, recipients });
  }

  @OnJob(SEND_NOTICE)
  async send(job: NoticeJob): Promise<void> {
    await this.sender.send(job);
  }

  private async notifyThread(
    kind: 'comment' | 'reply' | 'resolved',
    event: CommentEvent,
    comment: CommentRow,
    mentioned: string[],
  ): Promise<void> {
    const inThread = await this.comments.threadParticipants(event.organizationId, event.commentId);
    const recipients = [...(await this.places.participants(event)), ...inThread];
    const key = comment.id + (comment.resolvedAt ? `@${comment.resolvedAt.toISOString()}` : '');
    await this.notify({ kind, event, key, comment, mentioned, recipients });
  }

  private async notifyMentioned(
    kind: 'comment' | 'reply',
    event: CommentEvent & { mentioned: string[] },
    id: string,
  ): Promise<void> {
    const comment = await this.comments.findById(event.organizationId, id);
    const { mentioned } = event;
    if (comment) await this.notify({ kind, event, key: id, comment, mentioned, recipients: [] });
  }

  /** All jobs or none: a handler that runs again sends no more than the missing ones, by the keys of the mails. */
  private async notify(happening: Happening): Promise<void> {
    const others = new Set([...(happening.mentioned ?? []), ...happening.recipients]);
    others.delete(happening.event.userId);
    await this.db.transaction(async () => {
      for (const recipient of others) await this.enqueue(jobFor(happening, recipient), happening.comment);
    });
  }

  /** The first news of somebody in a discussion is told at once; what follows soon is gathered in one mail. */
  private async enqueue(job: NoticeJob, comment: CommentRow | undefined): Promise<void> {
    if (!comment || !isGathered(job)) return this.jobs.enqueue(SEND_NOTICE, job, MAIL_JOB);
    const threadId = comment.parentId ?? comment.id;
    const since = new Date(comment.postedAt.getTime() - GATHERED_SECONDS * 1000).toISOString();
    const singletonKey = `${job.changeRequestId ?? threadId}:${job.actorId}:${job.recipientId}`;
    const options = { ...MAIL_JOB, singletonKey, onceInSeconds: GATHERED_SECONDS };
    await this.jobs.enqueue(SEND_NOTICE, { ...job, gathered: { threadId, since } }, options);
  }
}

function jobFor({ kind, event, key, comment, mentioned }: Happening, recipientId: string): NoticeJob {
  const { organizationId, spaceId, changeRequestId, userId } = event;
  const isMentioned = mentioned?.includes(recipientId) ?? false;
  const topic = isMentioned ? 'mentions' : TOPICS[kind];
  return {
    kind,
    topic,
    key: keyOfNews({ kind, topic, key, commentId: comment?.id }, recipientId),
    organizationId,
    spaceId,
    changeRequestId,
    commentId: comment?.id ?? null,
    actorId: userId,
    recipientId,
  };
}

function keyOfNews(
  { kind, topic, key, commentId }: Pick<NoticeJob, 'kind' | 'topic' | 'key'> & { commentId?: string },
  recipientId: string,
): string {
  if (commentId !== undefined && (kind === 'comment' || kind === 'reply'))
    return topic === 'mentions'
      ? `mention:${commentId}:${recipientId}`
      : keyOfComment(commentId, recipientId);
  return `${kind}:${key}:${recipientId}`;
}
