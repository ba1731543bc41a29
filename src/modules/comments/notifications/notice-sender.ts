import { Injectable } from '@nestjs/common';
import { ChangeRequestDiscussion, ChangeRequests } from '#modules/change-requests/index.js';
import { documentText } from '#modules/documents/index.js';
import { NotificationMail } from '#modules/notifications/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { type User, Users, UserTokens } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import type { CommentRow } from '../comment.types.js';
import { nameMentions } from './name-mentions.js';
import { FindNotificationContent } from './news.js';
import { type Notice, type NoticedComment, writeNotice } from './notice.js';
import type { NoticeJob } from './notice-job.js';

/** Sends the mail of a job, if the recipient may still see what it is about and it is still so. */
@Injectable()
export class NoticeSender {
  constructor(
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly discussion: ChangeRequestDiscussion,
    private readonly organizations: Organizations,
    private readonly news: FindNotificationContent,
    private readonly mail: NotificationMail,
    private readonly urls: Urls,
  ) {}

  async send(job: NoticeJob): Promise<void> {
    const recipient = await this.tokens.findActor(job.recipientId);
    const place = recipient && (await this.findPlace(recipient, job));
    if (!place) return;
    const told = await this.news.find(job);
    if (told === null) return;
    const { key, alsoTells, comments } = told;
    const mentioned = comments.flatMap((comment) => comment.mentions);
    const people = await this.users.findUsersByIds([job.actorId, job.recipientId, ...mentioned]);
    const to = people.get(job.recipientId);
    // Service users of integrations read no mail.
    if (to?.kind !== 'person') return;
    const { title, logoUrl } = await this.organizations.getOrganization(job.organizationId);
    const [first] = comments;
    const notice: Notice = {
      ...place,
      kind: job.gathered ? kindOf(first) : job.kind,
      topic: job.topic,
      actor: people.get(job.actorId)?.displayName ?? 'Somebody',
      comments: comments.map((comment) => noticed(comment, job, people)),
      link: this.linkTo(job, comments),
      sender: { name: title, logoUrl },
    };
    await this.mail.send(job.topic, {
      key,
      alsoTells,
      thread: job.changeRequestId ?? first?.parentId ?? first?.id ?? job.spaceId,
      to: { name: to.displayName, address: to.email },
      ...writeNotice(notice),
    });
  }

  /** The part of the place that the recipient can see; null when they can see nothing of it. */
  private async findPlace(
    actor: Actor,
    { organizationId, spaceId, changeRequestId, kind }: NoticeJob,
  ): Promise<Pick<Notice, 'space' | 'changeRequest'> | null> {
    try {
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
      if (space.organizationId !== organizationId) return null;
      if (changeRequestId === null) return { space: space.title, changeRequest: null };
      const { changeRequest } = await this.changeRequests.requireChangeRequest(
        actor,
        spaceId,
        changeRequestId,
      );
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

  /**
   * Address at which a person sees the target: the page if the target is one, else the change request or space; in a change
   * request, where it is reviewed.
   */
  private linkTo({ spaceId, changeRequestId }: NoticeJob, comments: CommentRow[]): string {
    const [pageId, ...others] = new Set(comments.map((comment) => comment.pageId));
    const page = pageId && others.length === 0 ? pageId : null;
    if (changeRequestId === null)
      return this.urls.app('s', spaceId, ...(page === null ? [] : ['~', 'pages', page]));
    const review = ['s', spaceId, '~', 'changes', changeRequestId, '~', 'review'];
    return page === null ? this.urls.app(...review) : `${this.urls.app(...review, 'changes')}#p-${page}`;
  }
}

const kindOf = (comment: CommentRow | undefined): 'comment' | 'reply' =>
  comment?.parentId ? 'reply' : 'comment';

function noticed(
  { target, body }: CommentRow,
  { kind }: NoticeJob,
  people: ReadonlyMap<string, User>,
): NoticedComment {
  return {
    page: target?.page.title ?? null,
    quote: target?.quote?.exact ?? target?.node?.text ?? '',
    body: kind === 'resolved' ? '' : documentText(nameMentions(body, people)),
  };
}
