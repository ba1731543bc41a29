import { Injectable } from '@nestjs/common';
import { Members, Organizations } from '#modules/organizations/index.js';
import { targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import type { Invitation } from './invitations.repository.js';

/** Says whether somebody stands behind an invitation who may still invite. */
@Injectable()
export class InvitationBacking {
  constructor(
    private readonly members: Members,
    private readonly organizations: Organizations,
    private readonly targets: InviteTargets,
  ) {}

  /** True while who sent it last could send it now. */
  async isBacked(invitation: Invitation): Promise<boolean> {
    const { organizationId, invitedBy, role } = invitation;
    if (invitedBy === null) return false;
    const target = targetOf(invitation);
    if (target.type === 'organization') return this.isVouched(invitation);
    return (
      (await this.mayInviteNewcomers(invitedBy, organizationId)) &&
      this.targets.mayInvite(invitedBy, organizationId, target, role)
    );
  }

  /**
   * True while an administrator of the organization stands behind it. Where no mail is sent, nobody else can say whose an address is:
   * an account made by the word of somebody weaker would get what others give to that address.
   */
  async isVouched({ organizationId, invitedBy }: Invitation): Promise<boolean> {
    return invitedBy !== null && this.isAdmin(invitedBy, organizationId);
  }

  /** True if the user may invite people who are no members: administrators always, others where invite links are on. */
  async mayInviteNewcomers(userId: string, organizationId: string): Promise<boolean> {
    if (await this.isAdmin(userId, organizationId)) return true;
    return (await this.organizations.getOrganization(organizationId)).inviteLinks;
  }

  private async isAdmin(userId: string, organizationId: string): Promise<boolean> {
    const membership = await this.members.findMembership(organizationId, userId);
    return membership?.role === 'admin' && !membership.disabled;
  }
}
