import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type DiscussedPull,
  type HostComment,
  markerOf,
  PullHooks,
  PullHosts,
  PullRequests,
} from '#modules/git/index.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import type { CommentEvent } from '../comment.events.js';
import { CommentReplies } from '../comment-replies.service.js';
import type { CommentRow, PlaceKey } from '../comment.types.js';
import { Comments } from '../comments.service.js';
import { fromHost, isOurs, toHost } from './comment-texts.js';

/** Comments, and replies to each, that are looked at: the newest. What was said before was exchanged before. */
const MAX_COMMENTS = 100;

/** Keeps the comments on a pull request and on its change request in both places. Later changes of a comment stay where they are made. */
@Injectable()
export class PullDiscussion implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly hooks: PullHooks,
    private readonly pulls: PullRequests,
    private readonly hosts: PullHosts,
    private readonly comments: Comments,
    private readonly replies: CommentReplies,
  ) {}

  onModuleInit(): void {
    this.hooks.discussed.register((discussed) => this.exchange(discussed));
  }

  @OnEvent('comment.created', 'git-pulls')
  onComment(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment-reply.created', 'git-pulls')
  onReply(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  private async said({ organizationId, changeRequestId }: CommentEvent): Promise<void> {
    if (changeRequestId !== null) await this.pulls.discussed(organizationId, changeRequestId);
  }

  /** @throws RemoteProblem where the host does not answer. */
  private async exchange(discussed: DiscussedPull): Promise<void> {
    const { access, actor, pull } = discussed;
    if (pull.changeRequestId === null) return;
    const key = { spaceId: pull.spaceId, changeRequestId: pull.changeRequestId };
    const shared = await this.pulls.sharedComments(pull);
    const hostIds = new Set(shared.map(({ hostId }) => hostId));
    const ownIds = new Set(shared.map(({ commentId }) => commentId));
    const own = await this.listOwn(actor, key);
    for (const comment of await this.hosts.of(access).listComments(access, pull.number)) {
      if (hostIds.has(comment.id)) continue;
      // A process that ended had sent it already.
      const sent = own.find(({ id }) => comment.body.startsWith(markerOf(id)));
      if (sent) await this.note(discussed, comment.id, sent);
      if (sent) ownIds.add(sent.id);
      else if (!isOurs(comment.body)) await this.take(discussed, key, comment);
    }
    for (const comment of own.filter(({ id }) => !ownIds.has(id))) {
      const hostId = await this.hosts.of(access).addComment(access, pull.number, toHost(comment));
      await this.note(discussed, hostId, comment);
    }
  }

  /** The oldest first. */
  private async listOwn(actor: DiscussedPull['actor'], key: PlaceKey): Promise<CommentRow[]> {
    const { items } = await this.comments.list(actor, key, {
      limit: MAX_COMMENTS,
      order: 'desc',
      status: 'all',
    });
    const ids = items.map(({ comment }) => comment.id);
    const replies = await this.replies.listOfMany(actor, key, ids, MAX_COMMENTS);
    const all = [...items, ...[...replies.values()].flat()].map(({ comment }) => comment);
    return all.sort((a, b) => a.postedAt.getTime() - b.postedAt.getTime());
  }

  /** Posts what somebody said at the host. In one transaction, so that it is never posted twice. */
  private async take(discussed: DiscussedPull, key: PlaceKey, comment: HostComment): Promise<void> {
    const body = { document: await fromHost(comment) };
    await this.db.transaction(async () => {
      const { comment: posted } = await this.comments.post(discussed.actor, key, { body });
      if (!(await this.note(discussed, comment.id, posted)))
        throw new Error('Another process posted the comment.');
    });
  }

  private note({ pull }: DiscussedPull, hostId: string, { id, parentId }: CommentRow): Promise<boolean> {
    const { organizationId, id: pullId } = pull;
    return this.pulls.share({ organizationId, pullId, hostId, commentId: id, parentId });
  }
}
