import { Injectable } from '@nestjs/common';
import type { ChangeRequestEvent } from '#modules/change-requests/index.js';
import { CommentPlaces } from '../comment-places.js';
import type { CommentEvent, CommentReplyEvent } from '../comment.events.js';
import type { CommentRow } from '../comment.types.js';
import { CommentsRepository } from '../comments.repository.js';
import type { NoticeKind } from './notice.js';

/** The kinds of news: those that mail tells, and merges, which are told in the inbox only. */
export type NewsKind = NoticeKind | 'merged';

/** Something that happened in a discussion, and the people whom it is told, never the one who did it. */
export interface News<Kind extends NewsKind = NewsKind> {
  kind: Kind;
  event: ChangeRequestEvent | CommentEvent;
  /** Names this news among all of its kind. */
  key: string;
  comment?: CommentRow;
  /** By id of the person: true where the comment mentions them. */
  recipients: ReadonlyMap<string, boolean>;
}

interface Happening<Kind extends NewsKind> extends Omit<News<Kind>, 'recipients'> {
  /** They are told as mentioned, also where they take part anyway. */
  mentioned?: readonly string[];
  participants: readonly string[];
}

/** Decides who is told what happens in discussions. Mail and the inbox are two ways to tell the same. */
@Injectable()
export class DiscussionNews {
  constructor(
    private readonly places: CommentPlaces,
    private readonly comments: CommentsRepository,
  ) {}

  /** A new comment; null when it is deleted, or belongs to a review, whose news contains it. */
  async ofComment(event: CommentEvent): Promise<News<'comment'> | null> {
    const comment = await this.comments.findById(event.organizationId, event.commentId);
    if (!comment || comment.reviewId !== null) return null;
    return this.ofThread('comment', event, comment, comment.mentions);
  }

  async ofReply(event: CommentReplyEvent): Promise<News<'reply'> | null> {
    const reply = await this.comments.findById(event.organizationId, event.replyId);
    return reply && this.ofThread('reply', event, reply, reply.mentions);
  }

  /** An edit that mentions more people is told them like a new comment. */
  async ofEdit<Kind extends 'comment' | 'reply'>(
    kind: Kind,
    event: CommentEvent & { mentioned: string[] },
    id: string,
  ): Promise<News<Kind> | null> {
    const comment = await this.comments.findById(event.organizationId, id);
    const { mentioned } = event;
    return comment && news({ kind, event, key: id, comment, mentioned, participants: [] });
  }

  async ofResolved(event: CommentEvent): Promise<News<'resolved'> | null> {
    const comment = await this.comments.findById(event.organizationId, event.commentId);
    return comment?.resolvedAt ? this.ofThread('resolved', event, comment, []) : null;
  }

  ofReviewRequest(
    event: ChangeRequestEvent & { reviewers: string[]; requestedAt: string },
  ): News<'review-requested'> {
    const key = `${event.changeRequestId}@${event.requestedAt}`;
    return news({ kind: 'review-requested', event, key, participants: event.reviewers });
  }

  async ofReview(
    event: ChangeRequestEvent & { reviewId: string; status: 'approved' | 'changes-requested' },
  ): Promise<News<'approved' | 'changes-requested'>> {
    const [comment] = await this.comments.findOfReviews(event.organizationId, [event.reviewId]);
    const participants = await this.places.participants(event);
    const { status: kind, reviewId: key } = event;
    return news({ kind, event, key, comment, mentioned: comment?.mentions, participants });
  }

  async ofMerge(event: ChangeRequestEvent): Promise<News<'merged'>> {
    const participants = await this.places.participants(event);
    return news({ kind: 'merged', event, key: event.changeRequestId, participants });
  }

  private async ofThread<Kind extends 'comment' | 'reply' | 'resolved'>(
    kind: Kind,
    event: CommentEvent,
    comment: CommentRow,
    mentioned: string[],
  ): Promise<News<Kind>> {
    const inThread = await this.comments.threadParticipants(event.organizationId, event.commentId);
    const participants = [...(await this.places.participants(event)), ...inThread];
    const key = comment.id + (comment.resolvedAt ? `@${comment.resolvedAt.toISOString()}` : '');
    return news({ kind, event, key, comment, mentioned, participants });
  }
}

function news<Kind extends NewsKind>({
  mentioned = [],
  participants,
  ...happening
}: Happening<Kind>): News<Kind> {
  const recipients = new Map(participants.map((id) => [id, false]));
  for (const id of mentioned) recipients.set(id, true);
  recipients.delete(happening.event.userId);
  return { ...happening, recipients };
}
