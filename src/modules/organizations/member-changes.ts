import { Injectable } from '@nestjs/common';
import { UserTokens } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { MemberRecords } from './member-records.js';
import { type Membership, MembersRepository } from './members.repository.js';
import { type Member, Members } from './members.service.js';
import { withoutUser } from './merge-rules.js';
import { LastAdmin, LockedOut } from './organization.errors.js';
import { OrganizationHooks } from './organization.hooks.js';
import { memberVerdict, type MemberAction } from './organization.policy.js';
import { OrganizationsRepository } from './organizations.repository.js';
import { comesThroughSso, requireMember } from './require-member.js';

/** Changes and ends memberships. An organization always keeps an administrator who gets in. */
@Injectable()
export class MemberChanges {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly all: Members,
    private readonly members: MembersRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly tokens: UserTokens,
    private readonly hooks: OrganizationHooks,
    private readonly records: MemberRecords,
  ) {}

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
    return this.all.getMember(actor, organizationId, userId);
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
      await this.records.note('member.updated', member, { before: { sso: false }, after: { sso: true } });
    });
    return this.all.getMember(actor, organizationId, userId);
  }

  /**
   * For the module of identity providers, when the last one is gone: members whose membership counted only through it
   * could not get in at all any more, so from now on they come in as all others do.
   */
  async releaseFromSso(organizationId: string): Promise<void> {
    await this.db.transaction(async () => {
      for (const member of await this.members.releaseFromSso(organizationId))
        await this.records.note('member.updated', member, { before: { sso: true }, after: { sso: false } });
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
    await this.records.note('member.updated', member, { before: { role: member.role }, after: { role } });
  }

  private async applyDisabled(member: Membership, disabled: boolean | undefined): Promise<void> {
    if (disabled === undefined || disabled === member.disabled) return;
    if (disabled) await this.requireAnotherAdmin(member);
    await this.members.setDisabled(member.organizationId, member.userId, disabled);
    await this.records.note('member.updated', member, {
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
    await this.records.note('member.removed', member, { before: { role: member.role, sso: member.sso } });
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
