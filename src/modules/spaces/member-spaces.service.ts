import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { Members, memberVerdict, requireMember, withoutUser } from '#modules/organizations/index.js';
import { UserTokens } from '#modules/users/index.js';
import { mapPage, type Page, type PageRequest, type SortKey } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { viewOf } from './spaces.service.js';
import { SpacesRepository } from './spaces.repository.js';
import type { SpaceView } from './space.types.js';

/** A space that a member can view: with the member's role on it, and as the caller sees it. */
export interface MemberSpace {
  role: Role;
  view: SpaceView;
}

/** The spaces of single members of an organization. */
@Injectable()
export class MemberSpaces {
  constructor(
    private readonly members: Members,
    private readonly tokens: UserTokens,
    private readonly spaces: SpacesRepository,
  ) {}

  /**
   * The spaces that a member can view, newest first by default. For administrators, and for members about themselves.
   * @throws NotFound when the user is not a member, Forbidden for others.
   */
  async list(
    actor: Actor,
    organizationId: string,
    userId: string,
    page: PageRequest & { order?: 'asc' | 'desc' },
  ): Promise<Page<MemberSpace>> {
    const isSelf = actor.userId === userId;
    const standing = requireMember(actor, organizationId);
    requireAllowed('member', memberVerdict(standing, 'viewAccess', isSelf));
    if (!(await this.members.findMembership(organizationId, userId))) throw new NotFound('member');
    const member = isSelf ? actor : await this.tokens.findActor(userId);
    // A disabled membership gives no permission.
    if (!member?.memberships.has(organizationId)) return { items: [], count: 0 };
    const rows = await this.spaces.list(member, organizationId, page, {
      by: newestFirst(page.order),
    });
    return mapPage(rows, (row) => {
      if (row.role === null) throw new Error('A space without a role was listed.');
      // All other callers are administrators.
      return { role: row.role, view: viewOf(isSelf ? row : { ...row, role: 'admin' }) };
    });
  }

  /**
   * Removes a former member from merge rules, which could never be fulfilled otherwise. Part of the transaction of
   * the removal.
   */
  async clearCache(organizationId: string, userId: string): Promise<void> {
    for (const { id, mergeRules } of await this.spaces.lockSpacesWithMergeRules(organizationId, userId))
      await this.spaces.update(organizationId, id, { mergeRules: withoutUser(mergeRules, userId) });
  }
}

const newestFirst = (direction: 'asc' | 'desc' = 'desc'): SortKey[] => [
  { sql: 's.created_at', type: 'timestamptz', direction },
  { sql: 's.id', type: 'text', direction },
];
