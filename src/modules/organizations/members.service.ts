import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserVisibility } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { MemberRecords } from './member-records.js';
import { type MemberCounts, MemberStats } from './member-stats.js';
import {
  type MemberFilter,
  type MemberRow,
  type Membership,
  MembersRepository,
} from './members.repository.js';
import { memberVerdict, type MemberAction } from './organization.policy.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { requireInOrganization, requireMember } from './require-member.js';

/** A member with everything the resource shows. */
export type Member = MemberRow & MemberCounts;

/** Members of organizations and their roles: who is one, and who becomes one. `MemberChanges` changes and ends memberships. */
@Injectable()
export class Members implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly members: MembersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly stats: MemberStats,
    private readonly visibility: UserVisibility,
    private readonly records: MemberRecords,
  ) {}

  onModuleInit(): void {
    this.visibility.register((actor, userId) => this.members.isInAny(userId, [...actor.memberships.keys()]));
  }

  /** Members of an organization; its guests may not list them. @throws BadRequest for an invalid time */
  async listMembers(
    actor: Actor,
    organizationId: string,
    filter: MemberFilter,
    page: PageRequest,
  ): Promise<Page<Member>> {
    requireInOrganization(actor, organizationId, 'listMembers');
    if (Number.isNaN(filter.unseenSince?.getTime()))
      throw new BadRequest('unseenSince must be a time such as 2026-01-31T12:00:00Z.');
    return this.stats.withCounts(organizationId, await this.members.list(organizationId, filter, page));
  }

  /** @throws NotFound for users who are not members, Forbidden for guests who ask about others. */
  async getMember(actor: Actor, organizationId: string, userId: string): Promise<Member> {
    this.requireMember(actor, organizationId, userId, 'view');
    const member = (await this.findMembers(organizationId, [userId])).get(userId);
    if (!member) throw new NotFound('member');
    return member;
  }

  /**
   * Members among the users, by user id; for other modules, which have authorised.
   * Users who are no members are missing from the map.
   */
  async findMembers(organizationId: string, userIds: Iterable<string>): Promise<Map<string, Member>> {
    const wanted = [...new Set(userIds)];
    if (wanted.length === 0) return new Map();
    const rows = await this.members.findByIds(organizationId, wanted);
    const { items } = await this.stats.withCounts(organizationId, { items: rows, count: rows.length });
    return new Map(items.map((member) => [member.userId, member]));
  }

  /** Which of the users are members: cheaper than `findMembers` when only that is asked. */
  findMemberIds(organizationId: string, userIds: Iterable<string>): Promise<Set<string>> {
    return this.members.findIds(organizationId, [...new Set(userIds)]);
  }

  /**
   * Which of the users are members, inside a transaction that is about to store something for them: their memberships
   * cannot go before it ends.
   */
  lockMembers(organizationId: string, userIds: Iterable<string>): Promise<Set<string>> {
    return this.members.findIds(organizationId, [...new Set(userIds)], true);
  }

  /**
   * Inside a transaction: holds the organization until its end, and looks whether the actor still administrates it. Meanwhile they may
   * have been removed, or lost the role that the request was let in with.
   * @throws Forbidden
   */
  async lockAndRequireAdmin(actor: Pick<Actor, 'userId'>, organizationId: string): Promise<void> {
    await this.organizations.lock(organizationId);
    const own = await this.members.find(organizationId, actor.userId);
    if (own?.role !== 'admin' || own.disabled)
      throw new Forbidden('You are not an administrator of the organization any more.');
  }

  /** The bare membership of a user, or null. */
  findMembership(organizationId: string, userId: string): Promise<Membership | null> {
    return this.members.find(organizationId, userId);
  }

  /** Administrators who are not disabled, and whether each comes in only through single sign-on; for other modules, which have authorised. */
  async listAdmins(organizationId: string): Promise<Map<string, boolean>> {
    const admins = await this.members.listAdmins(organizationId);
    return new Map(admins.map(({ userId, sso }) => [userId, sso]));
  }

  /**
   * Number of members who come in only through single sign-on; for other modules, which have authorised.
   * @param isRequired whether the organization requires it of everybody.
   */
  countSsoOnly(organizationId: string, isRequired: boolean): Promise<number> {
    return this.members.count(organizationId, { ssoOnly: !isRequired });
  }

  /** The administrator who has been one for the longest, over all organizations. */
  findFirstAdmin(): Promise<Membership | null> {
    return this.members.findFirstAdmin();
  }

  /** Makes the user a member; one who is a member already keeps the role. For other modules, which have authorised. */
  async addMember(
    organizationId: string,
    userId: string,
    role: Role | null,
    options: { sso?: boolean } = {},
  ): Promise<void> {
    const sso = options.sso ?? false;
    const membership = { organizationId, userId, role, disabled: false, sso, joinedAt: this.clock.now() };
    await this.db.transaction(async () => {
      const isNew = await this.members.insert(membership);
      if (isNew) await this.records.note('member.added', membership, { after: { role, sso } });
    });
  }

  private requireMember(actor: Actor, organizationId: string, userId: string, action: MemberAction): void {
    const standing = requireMember(actor, organizationId);
    requireAllowed('member', memberVerdict(standing, action, actor.userId === userId));
  }
}
