import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { Collections } from '#modules/collections/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Role } from '#platform/http/actor.js';
import { type InviteLinkTarget, targetOf } from './links/invite-links.repository.js';
import { InviteLinksRepository } from './links/invite-links.repository.js';
import { UseInviteLink } from './links/use-invite-link.js';
import { InvitationKeys, type KeyProof } from './mail/invitation-keys.js';
import { type Invitation, InvitationsRepository } from './mail/invitations.repository.js';

/** Facts about an invite that its holder may see before accepting it. */
export interface ShownInvite {
  id: string;
  organization: { id: string; title: string; sso: boolean };
  target: InviteLinkTarget & { title: string };
  role: Role | null;
  /** Name of the inviter; null after the user was deleted. */
  inviter: string | null;
  /** Of an invitation by mail: whom it is for, what the key in the address proves, whether it binds to single sign-on. */
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
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly users: Users,
  ) {}

  /** The invite, while it can be accepted; null for what is unknown or has ended. @param key of an invitation by mail. */
  async find(id: string, key: string): Promise<ShownInvite | null> {
    const invitation = await this.invitations.find(id);
    if (invitation) {
      if (invitation.expiresAt <= this.clock.now()) return null;
      return this.ofInvitation(invitation, this.keys.read(invitation, key));
    }
    const link = await this.links.find(id);
    if (!link || !(await this.useLink.isOpen(id))) return null;
    const organization = await this.organizations.getOrganization(link.organizationId);
    const target = targetOf(link);
    const title = await this.titleOf(organization.id, target, organization.title);
    const inviter = await this.nameOf(link.createdBy);
    return { id, organization, target: { ...target, title }, role: link.role, inviter, mail: null };
  }

  /** Open invitations by mail to the address of the user, who has proven that it is theirs; oldest first. */
  async listFor(userId: string): Promise<ShownInvite[]> {
    const user = await this.users.getUser(userId);
    if (user.emailVerifiedAt === null) return [];
    const shown: ShownInvite[] = [];
    for (const invitation of await this.invitations.listOpenTo(user.email, this.clock.now()))
      shown.push(await this.ofInvitation(invitation, null));
    return shown;
  }

  private async ofInvitation(
    { id, organizationId, email, role, sso, invitedBy }: Invitation,
    proof: KeyProof | null,
  ): Promise<ShownInvite> {
    const organization = await this.organizations.getOrganization(organizationId);
    const target = { type: 'organization', title: organization.title } as const;
    const inviter = await this.nameOf(invitedBy);
    return { id, organization, target, role, inviter, mail: { email, proof, sso } };
  }

  private async nameOf(userId: string | null): Promise<string | null> {
    if (userId === null) return null;
    return (await this.users.findUsersByIds([userId])).get(userId)?.displayName ?? null;
  }

  private async titleOf(
    organizationId: string,
    target: InviteLinkTarget,
    organization: string,
  ): Promise<string> {
    if (target.type === 'organization') return organization;
    if (target.type === 'space')
      return (await this.spaces.findRecords(organizationId, [target.id])).get(target.id)?.title ?? '';
    return (await this.collections.findTitle(organizationId, target.id)) ?? '';
  }
}
