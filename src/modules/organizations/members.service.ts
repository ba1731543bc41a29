import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AuditAction, AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { Users, UserTokens, UserVisibility } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { type MemberCounts, MemberStats } from './member-stats.js';
import {
  type MemberFilter,
  type MemberRow,
  type Membership,
  MembersRepository,
} from './members.repository.js';
import { withoutUser } from './merge-rules.js';
import { LastAdmin, LockedOut } from './organization.errors.js';
import { OrganizationHooks } from './organization.hooks.js';
import { memberVerdict, type MemberAction } from './organization.policy.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { comesThroughSso, requireInOrganization, requireMember } from './require-member.js';

/** A member with everything the resource shows. */
export type Member = MemberRow & MemberCounts;

/** Members of organizations and their roles. */
@Injectable()
export class Members implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly members: MembersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly stats: MemberStats,
    private readonly visibility: UserVisibility,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly hooks: OrganizationHooks,
    private readonly audit: AuditLog,
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
      if (isNew) await this.record('member.added', membership, { after: { role, sso } });
    });
  }

  /**
   * Changes a member's role, and whether the membership is disabled; what is undefined stays. A null role makes a guest.
   * @throws LastAdmin when nobody would be left to administrate, Conflict for members who disable themselves.
   */
  async updateMember(
    actor: Actor,
    organizationId: string,
    userId: string,
    { role, disabled }: { role?: Role | null; disabled?: boolean },
  ): Promise<Member> {
    await this.change(actor, organizationId, userId, async (member) => {
      if (disabled && userId === actor.userId)
        throw new Conflict(
          'disabled: you cannot disable your own membership; leave the organization instead.',
        );
      await this.applyRole(member, role);
      await this.applyDisabled(member, disabled);
    });
    return this.getMember(actor, organizationId, userId);
  }

  /**
   * From now on the membership counts only for those who come through the organization's identity provider, apart from
   * tokens that administrators made by hand.
   * @throws BadRequest without a provider that has proven to work, Conflict when the actor would lock themselves out.
   */
  async requireSso(actor: Actor, organizationId: string, userId: string): Promise<Member> {
    await this.change(actor, organizationId, userId, async (member) => {
      if (member.sso) return;
      if (!(await this.hooks.hasActiveIdentityProvider.some(organizationId)))
        throw new BadRequest(
          'Set up an identity provider and switch it on; only then can single sign-on be required.',
        );
      if (userId === actor.userId && !comesThroughSso(actor)) throw new LockedOut();
      await this.members.requireSso(organizationId, userId);
      await this.record('member.updated', member, { before: { sso: false }, after: { sso: true } });
    });
    return this.getMember(actor, organizationId, userId);
  }

  /**
   * For the module of identity providers, when the last one is gone: members whose membership counted only through it
   * could not get in at all any more, so from now on they come in as all others do.
   */
  async releaseFromSso(organizationId: string): Promise<void> {
    await this.db.transaction(async () => {
      for (const member of await this.members.releaseFromSso(organizationId))
        await this.record('member.updated', member, { before: { sso: true }, after: { sso: false } });
    });
  }

  /**
   * Removes a member with the team memberships, the grants, and pending work: requests for review, and their part in
   * merge rules. Tokens that count only here are deleted too. Members may remove themselves. Succeeds for users who are
   * not members.
   * @throws LastAdmin when no administrator would be left.
   */
  async removeMember(actor: Actor, organizationId: string, userId: string): Promise<void> {
    this.requireMember(actor, organizationId, userId, 'remove');
    await this.db.transaction(async () => {
      const member = await this.lockForChange(actor, organizationId, userId, 'remove');
      if (member) await this.removeLocked(member);
    });
  }

  /**
   * Removes a member as `removeMember` does; for other modules, which have authorised.
   * @throws NotFound, LastAdmin
   */
  async expelMember(organizationId: string, userId: string): Promise<void> {
    await this.db.transaction(async () => this.removeLocked(await this.lockMember(organizationId, userId)));
  }

  /**
   * Disables a membership, so that it gives nothing, or enables it again. The role, teams and grants stay. For other modules, which have
   * authorised. @throws NotFound, LastAdmin when no administrator would be left.
   */
  async setDisabled(organizationId: string, userId: string, disabled: boolean): Promise<void> {
    await this.db.transaction(async () =>
      this.applyDisabled(await this.lockMember(organizationId, userId), disabled),
    );
  }

  private async applyRole(member: Membership, role: Role | null | undefined): Promise<void> {
    if (role === undefined || role === member.role) return;
    if (role !== 'admin') await this.requireAnotherAdmin(member);
    await this.members.updateRole(member.organizationId, member.userId, role);
    await this.record('member.updated', member, { before: { role: member.role }, after: { role } });
  }

  private async applyDisabled(member: Membership, disabled: boolean | undefined): Promise<void> {
    if (disabled === undefined || disabled === member.disabled) return;
    if (disabled) await this.requireAnotherAdmin(member);
    await this.members.setDisabled(member.organizationId, member.userId, disabled);
    await this.record('member.updated', member, {
      before: { disabled: member.disabled },
      after: { disabled },
    });
  }

  private async lockMember(organizationId: string, userId: string): Promise<Membership> {
    await this.organizations.lock(organizationId);
    const member = await this.members.find(organizationId, userId);
    if (!member) throw new NotFound('member');
    return member;
  }

  /** Within a transaction that holds the organization. */
  private async removeLocked(member: Membership): Promise<void> {
    const { organizationId, userId } = member;
    await this.requireAnotherAdmin(member);
    await this.members.delete(organizationId, userId);
    await this.organizations.updateMergeRules(organizationId, (rules) => withoutUser(rules, userId));
    await this.hooks.memberRemoved.all(organizationId, userId);
    await this.tokens.revokeAfterRemoval(userId, organizationId);
    await this.events.publish('member.removed', { organizationId, userId });
    await this.record('member.removed', member, { before: { role: member.role, sso: member.sso } });
  }

  /** Runs `work` on the member while nobody else changes members, for actors who may. @throws NotFound, Forbidden */
  private async change(
    actor: Actor,
    organizationId: string,
    userId: string,
    work: (member: Membership) => Promise<void>,
  ): Promise<void> {
    this.requireMember(actor, organizationId, userId, 'update');
    await this.db.transaction(async () => {
      const member = await this.lockForChange(actor, organizationId, userId, 'update');
      if (!member) throw new NotFound('member');
      await work(member);
    });
  }

  private async record(
    action: AuditAction,
    { organizationId, userId }: Pick<Membership, 'organizationId' | 'userId'>,
    change: Pick<AuditRecord, 'before' | 'after'>,
  ): Promise<void> {
    const label = (await this.users.findUsersByIds([userId])).get(userId)?.displayName;
    const target = { type: 'member', id: userId, label };
    await this.audit.record({ organizationId, action, target, ...change });
  }

  private requireMember(actor: Actor, organizationId: string, userId: string, action: MemberAction): void {
    const standing = requireMember(actor, organizationId);
    requireAllowed('member', memberVerdict(standing, action, actor.userId === userId));
  }

  /**
   * Makes changes of members take turns, and looks again: meanwhile the actor may have lost the role that the request
   * was let in with.
   */
  private async lockForChange(
    actor: Actor,
    organizationId: string,
    userId: string,
    action: MemberAction,
  ): Promise<Membership | null> {
    await this.organizations.lock(organizationId);
    const own = await this.members.find(organizationId, actor.userId);
    const standing = own && !own.disabled ? own.role : undefined;
    requireAllowed('organization', memberVerdict(standing, action, actor.userId === userId));
    return this.members.find(organizationId, userId);
  }

  private async requireAnotherAdmin(member: Membership): Promise<void> {
    if (member.role !== 'admin' || member.disabled) return;
    const others = await this.members.countOtherAdmins(member.organizationId, member.userId);
    if (others === 0) throw new LastAdmin();
  }
}
