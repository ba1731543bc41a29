import { Injectable } from '@nestjs/common';
import { type ChangeRequestRow, ChangeRequests } from '#modules/change-requests/index.js';
import { CommentSummaries, type CommentSummary } from '#modules/comments/index.js';
import { requireMember } from '#modules/organizations/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { InboxRepository, type InboxRow } from './inbox.repository.js';

/** An entry of an inbox with what it is about. */
export interface InboxView {
  entry: InboxRow;
  /** Null for a user who is deleted, and for what nobody did. */
  actor: User | null;
  changeRequest: ChangeRequestRow | null;
  comment: CommentSummary | null;
}

/** The news of members: reviews, mentions, replies, comments and merges that concern them, and repositories of theirs that wait. */
@Injectable()
export class Inbox {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly entries: InboxRepository,
    private readonly users: Users,
    private readonly changeRequests: ChangeRequests,
    private readonly comments: CommentSummaries,
  ) {}

  /** The entries of the actor about spaces that they may still see, newest first. @throws NotFound for strangers. */
  async list(
    actor: Actor,
    organizationId: string,
    request: PageRequest & { isUnread: boolean },
  ): Promise<Page<InboxView>> {
    requireMember(actor, organizationId);
    const page = await this.entries.list(actor, organizationId, request);
    return { ...page, items: await this.views(organizationId, page.items) };
  }

  /** One entry of the actor. @throws NotFound also when its space is not visible any more. */
  async get(actor: Actor, organizationId: string, id: string): Promise<InboxView> {
    requireMember(actor, organizationId);
    const entry = await this.entries.find(actor, organizationId, id);
    const [view] = entry ? await this.views(organizationId, [entry]) : [];
    if (!view) throw new NotFound('inbox entry');
    return view;
  }

  /** The number of unread entries, at most a hundred. @throws NotFound for strangers. */
  async countUnread(actor: Actor, organizationId: string): Promise<number> {
    requireMember(actor, organizationId);
    if (!(await this.entries.hasUnread(organizationId, actor.userId))) return 0;
    return this.entries.countUnread(actor, organizationId);
  }

  /**
   * Marks entries of the actor as read; ids of others are no entries of theirs, so nothing happens to them.
   * @param which some entries, or all without them; `until` leaves out what came later, while somebody read the list.
   * @throws NotFound for strangers.
   */
  async markRead(
    actor: Actor,
    organizationId: string,
    { entries = null, until }: { entries?: readonly string[] | null; until?: Date } = {},
  ): Promise<void> {
    requireMember(actor, organizationId);
    const now = this.clock.now();
    const which = { ids: entries, until: until ?? now };
    await this.db.transaction(() => this.entries.markRead(organizationId, actor.userId, which, now));
  }

  /** Marks entries of the actor as unread. @throws NotFound for strangers. */
  async markUnread(actor: Actor, organizationId: string, entries: readonly string[]): Promise<void> {
    requireMember(actor, organizationId);
    await this.db.transaction(() => this.entries.markUnread(organizationId, actor.userId, entries));
  }

  private async views(organizationId: string, rows: readonly InboxRow[]): Promise<InboxView[]> {
    const users = await this.users.findUsersByIds(known(rows, 'actorId'));
    const requests = await this.changeRequests.findByIds(organizationId, known(rows, 'changeRequestId'));
    const comments = await this.comments.find(organizationId, known(rows, 'commentId'));
    return rows.map((entry) => ({
      entry,
      actor: users.get(entry.actorId ?? '') ?? null,
      changeRequest: requests.get(entry.changeRequestId ?? '') ?? null,
      comment: comments.get(entry.commentId ?? '') ?? null,
    }));
  }
}

function known(rows: readonly InboxRow[], member: 'changeRequestId' | 'commentId' | 'actorId'): string[] {
  return [...new Set(rows.map((row) => row[member]).filter((id) => id !== null))];
}
