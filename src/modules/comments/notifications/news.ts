import { Injectable } from '@nestjs/common';
import { ChangeRequestDiscussion } from '#modules/change-requests/index.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { CommentRow } from '../comment.types.js';
import { CommentsRepository } from '../comments.repository.js';
import { keyOfComment, type NoticeJob } from './notice-job.js';

/** Comments that one mail holds: nobody reads more, and only programs write more in so short a time. */
const MAX_GATHERED = 100;

/** Content of one mail. */
export interface NotificationContent {
  key: string;
  alsoTells?: string[];
  comments: CommentRow[];
}

/** Finds what there is to tell when a mail is about to be sent. */
@Injectable()
export class FindNotificationContent {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly discussion: ChangeRequestDiscussion,
    private readonly mailer: Mailer,
  ) {}

  /** The content of the mail; null when it is deleted or sent already, or was reopened before anybody was told. */
  async find(job: NoticeJob): Promise<NotificationContent | null> {
    const { organizationId, commentId, kind, key, topic, recipientId } = job;
    if (job.gathered) return this.gather(job, job.gathered);
    if (commentId === null) return { key, comments: [] };
    const comment = await this.comments.findById(organizationId, commentId);
    // A review stands also when its comment was deleted.
    if (!comment) return kind === 'approved' || kind === 'changes-requested' ? { key, comments: [] } : null;
    if (kind === 'resolved' && comment.resolvedAt === null) return null;
    const alsoTells = topic === 'mentions' ? [keyOfComment(commentId, recipientId)] : [];
    return { key, alsoTells, comments: [comment] };
  }

  /** All that the same person wrote lately in the discussion and that the recipient was not told yet. */
  private async gather(
    job: NoticeJob,
    { threadId, since }: { threadId: string; since: string },
  ): Promise<NotificationContent | null> {
    const { organizationId, changeRequestId, actorId, recipientId } = job;
    const everywhere =
      changeRequestId === null
        ? []
        : await this.discussion.participants({ organizationId, id: changeRequestId });
    const comments = await this.comments.findNews(
      { ...job, threadId, authorId: actorId },
      { id: recipientId, isEverywhere: everywhere.includes(recipientId) },
      { since: new Date(since), limit: MAX_GATHERED },
    );
    const keys = comments.map(({ id }) => keyOfComment(id, recipientId));
    const unsent = await this.mailer.unsent(keys);
    const [key, ...alsoTells] = unsent;
    if (key === undefined) return null;
    return { key, alsoTells, comments: comments.filter((_, at) => unsent.includes(keys[at] ?? '')) };
  }
}
