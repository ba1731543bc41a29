import { Injectable } from '@nestjs/common';
import {
  type DiscussedPull,
  type HostComment,
  isDone,
  PullHosts,
  PullRequests,
  type SharedComment,
} from '#modules/git/index.js';
import { Database } from '#platform/database/database.js';
import { DomainError } from '#platform/http/errors.js';
import type { CommentRow, PlaceKey } from '../comment.types.js';
import { Comments } from '../comments.service.js';
import { CommentsRepository } from '../comments.repository.js';
import { digestOf, fromHost, TAKEN_BACK, toHost } from './comment-texts.js';

/** Noted instead of a digest for a comment that is gone at the host and stays here, with replies or as what another person posted. */
const GONE = 'gone';

/** Edits and deletions of comments that are in both places. Each is taken from the place where the comment was written. */
@Injectable()
export class SharedComments {
  constructor(
    private readonly db: Database,
    private readonly pulls: PullRequests,
    private readonly hosts: PullHosts,
    private readonly comments: Comments,
    private readonly repository: CommentsRepository,
  ) {}

  /**
   * Again for the same comments changes nothing.
   * @param said what the host has. It may be a part of it.
   * @throws RemoteProblem where the host does not answer.
   */
  async exchange(
    discussed: DiscussedPull,
    key: PlaceKey,
    shared: readonly SharedComment[],
    said: readonly HostComment[],
  ): Promise<void> {
    const atHost = new Map(said.map((comment) => [comment.id, comment]));
    const ids = shared.map(({ commentId }) => commentId);
    const rows = await this.repository.findByIds(discussed.pull.organizationId, ids);
    const own = new Map(rows.map((row) => [row.id, row]));
    for (const one of shared) {
      if (one.isOurs) await this.send(discussed, one, own.get(one.commentId));
      else await this.take(discussed, key, one, own.get(one.commentId), atHost.get(one.hostId));
    }
  }

  /** Does to the copy at the host what was done to a comment of ours. One whose copy was deleted at the host stays. */
  private async send(
    { access, pull }: DiscussedPull,
    shared: SharedComment,
    comment: CommentRow | undefined,
  ): Promise<void> {
    const host = this.hosts.of(access);
    const text = comment && toHost(comment);
    if (text === undefined) {
      await isDone(() => host.deleteComment(access, pull.number, shared.hostId));
      return this.pulls.unshare(shared);
    }
    if (shared.said === digestOf(text)) return;
    await isDone(() => host.updateComment(access, pull.number, shared.hostId, text));
    return this.pulls.said(shared, digestOf(text));
  }

  /** Does to the copy here what was done to a comment at the host. One whose copy was deleted here stays. */
  private async take(
    discussed: DiscussedPull,
    key: PlaceKey,
    shared: SharedComment,
    copy: CommentRow | undefined,
    comment: HostComment | undefined,
  ): Promise<void> {
    const { access, pull } = discussed;
    if (!comment) {
      const isThere =
        shared.said === GONE || (await this.hosts.of(access).hasComment(access, pull.number, shared.hostId));
      if (!isThere) await this.takeBack(discussed, key, shared);
      return;
    }
    const digest = digestOf(comment.body);
    if (shared.said === digest) return;
    // Which text a copy of before has is not known.
    if (copy && shared.said !== null) {
      const body = { document: await fromHost(comment) };
      await isAllowed(() => this.comments.update(discussed.actor, key, copy.id, { body }));
    }
    await this.pulls.said(shared, digest);
  }

  /** Replies of people are not lost with a comment that its author deleted. */
  private async takeBack(discussed: DiscussedPull, key: PlaceKey, shared: SharedComment): Promise<void> {
    const isTaken = await isAllowed(() => this.db.transaction(() => this.removeCopy(discussed, key, shared)));
    if (!isTaken) await this.pulls.said(shared, GONE);
  }

  private async removeCopy(
    { actor, pull }: DiscussedPull,
    key: PlaceKey,
    shared: SharedComment,
  ): Promise<void> {
    const { organizationId, spaceId, changeRequestId } = pull;
    const place = { organizationId, spaceId, changeRequestId };
    // Locked, so that nobody replies meanwhile.
    const copy = await this.repository.lock(place, shared.commentId, null);
    const row = copy && (await this.repository.find(place, shared.commentId, null));
    if (copy && row && row.repliers.length > 0) {
      await this.comments.update(actor, key, copy.id, { body: { document: TAKEN_BACK } });
      return this.pulls.said(shared, GONE);
    }
    if (copy) await this.comments.delete(actor, key, copy.id);
    return this.pulls.unshare(shared);
  }
}

/** A copy that another person posted, who connected the repository before, may be changed by that person only. */
async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}
