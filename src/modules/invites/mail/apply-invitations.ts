import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Admissions, isWithin, type MemberAdmission } from '#modules/organizations/index.js';
import { type User, UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { NotFound } from '#platform/http/errors.js';
import { targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { InvitationBacking } from './invitation-backing.js';
import { auditTarget, shownInAudit } from './invitation.audit.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';

/** Gives people what they were invited to. It runs in the transaction of the answer, which holds the organization. */
@Injectable()
export class ApplyInvitations {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly invitations: InvitationsRepository,
    private readonly backing: InvitationBacking,
    private readonly targets: InviteTargets,
    private readonly admissions: Admissions,
    private readonly grants: Grants,
    private readonly tokens: UserTokens,
  ) {}

  /**
   * The invitation, and all others to the same address that can be accepted with it. That to the organization comes first, because it
   * decides as what somebody is a member.
   */
  async findAll(accepted: Invitation): Promise<Invitation[]> {
    const open: Invitation[] = [];
    for (const one of await this.invitations.lockAllTo(accepted.organizationId, accepted.email))
      if (one.id === accepted.id || (await this.isOpen(one))) open.push(one);
    const isOfOrganization = (one: Invitation) => targetOf(one).type === 'organization';
    return [...open.filter(isOfOrganization), ...open.filter((one) => !isOfOrganization(one))];
  }

  /**
   * Gives all of it to the user, and deletes the invitations. @returns `joined` if the user was no member before.
   * @throws Forbidden for a member whom administrators have disabled; NotFound for a place that is deleted.
   */
  async apply(invitations: readonly Invitation[], user: User): Promise<MemberAdmission> {
    let admission: MemberAdmission = 'none';
    for (const invitation of invitations) {
      const result = await this.applyOne(invitation, user);
      if (admission !== 'joined' && result !== 'none') admission = result;
    }
    return admission;
  }

  private async applyOne(invitation: Invitation, user: User): Promise<MemberAdmission> {
    const { organizationId, role, id } = invitation;
    const target = targetOf(invitation);
    // An identity provider of one organization binds nobody who is in others too.
    const sso = invitation.sso && !(await this.isElsewhere(user.id, organizationId));
    const request = { organizationId, userId: user.id, sso, by: 'invitation' as const };
    const isOfOrganization = target.type === 'organization';
    const admission = await this.admissions.admit({ ...request, role: isOfOrganization ? role : null });
    if (!isOfOrganization) {
      const label = (await this.targets.findTitles(organizationId, [target])).of(target);
      if (label === undefined) throw new NotFound('invite');
      const resource = { organizationId, ...target, label };
      const given = await this.grants.findGiven(resource, { kind: 'user', id: user.id });
      // The role was checked against that of the inviter, so the strongest role is passed as that of the giver.
      if (given === null || !isWithin(given, role))
        await this.grants.invite(resource, 'admin', { users: [user.id], role });
    }
    await this.invitations.delete(id);
    await this.audit.record({
      organizationId,
      action: 'invitation.accepted',
      target: auditTarget(invitation),
      after: shownInAudit(invitation),
    });
    return admission;
  }

  private async isOpen(invitation: Invitation): Promise<boolean> {
    const target = targetOf(invitation);
    if (invitation.expiresAt <= this.clock.now() || !(await this.backing.isBacked(invitation))) return false;
    if (target.type === 'organization') return true;
    return (await this.targets.findTitles(invitation.organizationId, [target])).of(target) !== undefined;
  }

  /** True when the user is a member of another organization. */
  private async isElsewhere(userId: string, organizationId: string): Promise<boolean> {
    const memberships = (await this.tokens.findActor(userId))?.memberships ?? new Map<string, unknown>();
    return [...memberships.keys()].some((id) => id !== organizationId);
  }
}
