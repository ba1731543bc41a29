import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Role } from '#platform/http/actor.js';
import { InviteLinksRepository } from './links/invite-links.repository.js';
import { UseInviteLink } from './links/use-invite-link.js';
import { InvitationKeys, type KeyProof } from './mail/invitation-keys.js';
import { InvitationBacking } from './mail/invitation-backing.js';
import { type Invitation, InvitationsRepository } from './mail/invitations.repository.js';
import { type InviteTarget, targetOf } from './targets/invite-target.js';
import { InviteTargets } from './targets/invite-targets.js';

/** Facts about an invite that its holder may see before accepting it. */
export interface ShownInvite {
  id: string;
  organization: { id: string; title: string; sso: boolean };
  target: InviteTarget & { title: string };
  /** The role in the organization, where null makes a guest, or on the space, collection or site. */
  role: Role | null;
  /** Name of the inviter; null after the user was deleted. */
  inviter: string | null;
  /**
   * Of an invitation by mail: whom it is for, what the key in the address proves to somebody who is not signed in, whether it binds to
   * single sign-on.
   */
  mail: { email: string; proof: KeyProof | null; sso: boolean } | null;
}

/** Finds invites for the pages on which people accept them. */
@Injectable()
export class ShownInvites {
  constructor(
    private readonly clock: Clock,
    private readonly links: InviteLinksRepository,
    private readonly useLink: UseInviteLink,
    private readonly invitations: InvitationsRepository,
    private readonly keys: InvitationKeys,
    private readonly organizations: Organizations,
    private readonly backing: InvitationBacking,
    private readonly targets: InviteTargets,
    private readonly users: Users,
  ) {}

  /** The invite, while it can be accepted; null for what is unknown or has ended. @param key of an invitation by mail. */
  async find(id: string, key: string): Promise<ShownInvite | null> {
    const invitation = await this.invitations.find(id);
    if (invitation) {
      if (invitation.expiresAt <= this.clock.now()) return null;
      return this.ofInvitation(invitation, await this.proofOf(invitation, key));
    }
    const link = await this.links.find(id);
    if (!link || !(await this.useLink.isOpen(id))) return null;
    const organization = await this.organizations.getOrganization(link.organizationId);
    const target = targetOf(link);
    const title = await this.titleOf(organization, target);
    if (title === null) return null;
    const inviter = await this.nameOf(link.createdBy);
    return { id, organization, target: { ...target, title }, role: link.role, inviter, mail: null };
  }

  /** Open invitations by mail to the address of the user, who has proven that it is theirs; oldest first. */
  async listFor(userId: string): Promise<ShownInvite[]> {
    const user = await this.users.getUser(userId);
    if (user.emailVerifiedAt === null) return [];
    const shown: ShownInvite[] = [];
    for (const invitation of await this.invitations.listOpenTo(user.email, this.clock.now())) {
      const one = await this.ofInvitation(invitation, null);
      if (one) shown.push(one);
    }
    return shown;
  }

  /** A key that was handed over makes no account unless an administrator stands behind the invitation. */
  private async proofOf(invitation: Invitation, key: string): Promise<KeyProof | null> {
    const proof = this.keys.read(invitation, key);
    return proof !== 'handed' || (await this.backing.isVouched(invitation)) ? proof : null;
  }

  /** Null for an invitation to what is deleted. */
  private async ofInvitation(invitation: Invitation, proof: KeyProof | null): Promise<ShownInvite | null> {
    const { id, organizationId, email, role, sso, invitedBy } = invitation;
    const organization = await this.organizations.getOrganization(organizationId);
    const target = targetOf(invitation);
    const title = await this.titleOf(organization, target);
    if (title === null) return null;
    const inviter = await this.nameOf(invitedBy);
    return { id, organization, target: { ...target, title }, role, inviter, mail: { email, proof, sso } };
  }

  private async nameOf(userId: string | null): Promise<string | null> {
    if (userId === null) return null;
    return (await this.users.findUsersByIds([userId])).get(userId)?.displayName ?? null;
  }

  private async titleOf(
    { id, title }: ShownInvite['organization'],
    target: InviteTarget,
  ): Promise<string | null> {
    if (target.type === 'organization') return title;
    return (await this.targets.findTitles(id, [target])).of(target) ?? null;
  }
}
