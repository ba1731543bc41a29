import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type DiscussedPull,
  type HostComment,
  markerOf,
  PullHooks,
  PullHosts,
  PullRequests,
  type SharedComment,
} from '#modules/git/index.js';
import { Database } from '#platform/database/database.js';
import { OnEvent } from '#platform/events/on-event.js';
import type { CommentEvent } from '../comment.events.js';
import { CommentReplies } from '../comment-replies.service.js';
import type { CommentRow, PlaceKey } from '../comment.types.js';
import { Comments } from '../comments.service.js';
import { digestOf, fromHost, isOurs, toHost } from './comment-texts.js';
import { SharedComments } from './shared-comments.js';

/** Comments, and replies to each, that are looked at: the newest. What was said before was exchanged before. */
const MAX_COMMENTS = 100;

/** Keeps the comments on a pull request and on its change request in both places, with their changes. */
@Injectable()
export class PullDiscussion implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly hooks: PullHooks,
    private readonly pulls: PullRequests,
    private readonly hosts: PullHosts,
    private readonly comments: Comments,
    private readonly replies: CommentReplies,
    private readonly changes: SharedComments,
  ) {}

  onModuleInit(): void {
    this.hooks.discussed.register((discussed) => this.exchange(discussed));
  }

  @OnEvent('comment.created', 'git-pulls')
  onComment(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment.updated', 'git-pulls')
  onEdit(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment.deleted', 'git-pulls')
  onDeletion(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment-reply.created', 'git-pulls')
  onReply(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment-reply.updated', 'git-pulls')
  onReplyEdit(event: CommentEvent): Promise<void> {
    return this.said(event);
  }

  @OnEvent('comment-reply.deleted', 'git-pulls')
  onReplyDeletion(event: CommentEvent): Promise<void> {
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
    const said = await this.hosts.of(access).listComments(access, pull.number);
    for (const comment of said) {
      if (hostIds.has(comment.id)) continue;
      // A process that ended had sent it already; which text of it, it did not note.
      const sent = own.find(({ id }) => comment.body.startsWith(markerOf(id)));
      if (sent) await this.pulls.share(sharedBy(discussed, comment.id, sent, { isOurs: true, said: null }));
      if (sent) ownIds.add(sent.id);
      else if (!isOurs(comment.body)) await this.take(discussed, key, comment);
    }
    for (const comment of own.filter(({ id }) => !ownIds.has(id))) {
      const text = toHost(comment);
      const hostId = await this.hosts.of(access).addComment(access, pull.number, text);
      await this.pulls.share(sharedBy(discussed, hostId, comment, { isOurs: true, said: digestOf(text) }));
    }
    await this.changes.exchange(discussed, key, shared, said);
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
    const origin = { isOurs: false, said: digestOf(comment.body) };
    await this.db.transaction(async () => {
      const { comment: posted } = await this.comments.post(discussed.actor, key, { body });
      if (!(await this.pulls.share(sharedBy(discussed, comment.id, posted, origin))))
        throw new Error('Another process posted the comment.');
    });
  }
}

function sharedBy(
  { pull: { organizationId, id: pullId } }: DiscussedPull,
  hostId: string,
  { id: commentId, parentId }: CommentRow,
  origin: Pick<SharedComment, 'isOurs' | 'said'>,
): SharedComment {
  return { organizationId, pullId, hostId, commentId, parentId, ...origin };
}
