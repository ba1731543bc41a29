import type { ChangeRequestEvent } from '#modules/change-requests/index.js';
import type { MailTopic } from '#modules/notifications/index.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import type { CommentEvent, CommentReplyEvent } from '../comment.events.js';
import type { CommentRow } from '../comment.types.js';
import { DiscussionNews, type News } from './discussion-news.js';
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

/**
 * Tells people by mail what happens in discussions they take part in: one job for each of them, so that one address
 * that does not work keeps no other waiting. Exists only where mail is set up; see the module.
 */
export class DiscussionMail {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly news: DiscussionNews,
    private readonly sender: NoticeSender,
  ) {}

  @OnEvent('comment.created', 'mail')
  async onComment(event: CommentEvent): Promise<void> {
    await this.tell(await this.news.ofComment(event));
  }

  @OnEvent('comment-reply.created', 'mail')
  async onReply(event: CommentReplyEvent): Promise<void> {
    await this.tell(await this.news.ofReply(event));
  }

  @OnEvent('comment.updated', 'mail')
  async onCommentEdited(event: CommentEvent & { mentioned: string[] }): Promise<void> {
    await this.tell(await this.news.ofEdit('comment', event, event.commentId));
  }

  @OnEvent('comment-reply.updated', 'mail')
  async onReplyEdited(event: CommentReplyEvent & { mentioned: string[] }): Promise<void> {
    await this.tell(await this.news.ofEdit('reply', event, event.replyId));
  }

  @OnEvent('comment.resolved', 'mail')
  async onResolved(event: CommentEvent): Promise<void> {
    await this.tell(await this.news.ofResolved(event));
  }

  @OnEvent('change-request.review-requested', 'mail')
  async onReviewRequested(
    event: ChangeRequestEvent & { reviewers: string[]; requestedAt: string },
  ): Promise<void> {
    await this.tell(this.news.ofReviewRequest(event));
  }

  @OnEvent('change-request.review-submitted', 'mail')
  async onReview(
    event: ChangeRequestEvent & { reviewId: string; status: 'approved' | 'changes-requested' },
  ): Promise<void> {
    await this.tell(await this.news.ofReview(event));
  }

  @OnJob(SEND_NOTICE)
  async send(job: NoticeJob): Promise<void> {
    await this.sender.send(job);
  }

  /** All jobs or none: a handler that runs again sends no more than the missing ones, by the keys of the mails. */
  private async tell(news: News<NoticeKind> | null): Promise<void> {
    if (!news) return;
    await this.db.transaction(async () => {
      for (const [recipient, isMentioned] of news.recipients)
        await this.enqueue(jobFor(news, recipient, isMentioned), news.comment);
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

function jobFor(
  { kind, event, key, comment }: News<NoticeKind>,
  recipientId: string,
  isMentioned: boolean,
): NoticeJob {
  const { organizationId, spaceId, changeRequestId, userId } = event;
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
