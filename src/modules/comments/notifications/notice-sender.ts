import { Injectable } from '@nestjs/common';
import { ChangeRequestDiscussion, ChangeRequests } from '#modules/change-requests/index.js';
import { documentText } from '#modules/documents/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users, UserTokens } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { CommentRow } from '../comment.types.js';
import { CommentsRepository } from '../comments.repository.js';
import { nameMentions } from './name-mentions.js';
import { type Notice, type NoticeKind, writeNotice } from './notice.js';

/** One mail to one person, by ids: what it says is looked up when it is sent. */
export interface NoticeJob {
  kind: NoticeKind;
  key: string;
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
  commentId: string | null;
  actorId: string;
  recipientId: string;
}

/** Sends the mail of a job, if the recipient may still see what it is about and it is still so. */
@Injectable()
export class NoticeSender {
  constructor(
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly discussion: ChangeRequestDiscussion,
    private readonly comments: CommentsRepository,
    private readonly mailer: Mailer,
    private readonly urls: Urls,
  ) {}

  async send(job: NoticeJob): Promise<void> {
    const recipient = await this.tokens.findActor(job.recipientId);
    const place = recipient && (await this.findPlace(recipient, job));
    if (!place) return;
    const comment = await this.findComment(job);
    if (comment === undefined) return;
    const mentioned = comment?.mentions ?? [];
    const people = await this.users.findUsersByIds([job.actorId, job.recipientId, ...mentioned]);
    const to = people.get(job.recipientId);
    if (!to) return;
    const notice: Notice = {
      ...place,
      kind: job.kind,
      actor: people.get(job.actorId)?.displayName ?? 'Somebody',
      page: comment?.target?.page.title ?? null,
      quote: comment?.target?.node?.text ?? '',
      body: comment && job.kind !== 'resolved' ? documentText(nameMentions(comment.body, people)) : '',
      link: this.linkTo(job, comment),
    };
    await this.mailer.send({
      key: job.key,
      thread: job.changeRequestId ?? comment?.parentId ?? comment?.id ?? job.spaceId,
      to: { name: to.displayName, address: to.email },
      ...writeNotice(notice),
    });
  }

  /** What the recipient sees of the place; null when that is nothing, any more or at all. */
  private async findPlace(
    actor: Actor,
    { organizationId, spaceId, changeRequestId, kind }: NoticeJob,
  ): Promise<Pick<Notice, 'space' | 'changeRequest'> | null> {
    try {
      const { space } = await this.spaces.require(actor, spaceId, 'view');
      if (space.organizationId !== organizationId) return null;
      if (changeRequestId === null) return { space: space.title, changeRequest: null };
      const { changeRequest } = await this.changeRequests.require(actor, spaceId, changeRequestId);
      if (kind === 'review-requested') {
        // The request may have been withdrawn meanwhile.
        const asked = await this.discussion.participants(changeRequest);
        if (!asked.includes(actor.userId)) return null;
      }
      const { number, subject } = changeRequest;
      return { space: space.title, changeRequest: { number, subject } };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** Null for news without a comment; undefined when it is gone, or was reopened before anybody was told. */
  private async findComment({
    organizationId,
    commentId,
    kind,
  }: NoticeJob): Promise<CommentRow | null | undefined> {
    if (commentId === null) return null;
    const comment = await this.comments.findById(organizationId, commentId);
    // A review stands also when its comment was deleted.
    if (!comment) return kind === 'approved' || kind === 'changes-requested' ? null : undefined;
    return kind === 'resolved' && comment.resolvedAt === null ? undefined : comment;
  }

  /** Where a person sees what it is about: the page, else the change request or space. */
  private linkTo({ spaceId, changeRequestId }: NoticeJob, comment: CommentRow | null): string {
    const container = changeRequestId === null ? [] : ['~', 'changes', changeRequestId];
    const page = comment?.pageId ? ['~', 'pages', comment.pageId] : [];
    return this.urls.app('s', spaceId, ...container, ...page);
  }
}
