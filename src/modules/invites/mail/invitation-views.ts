import { Injectable } from '@nestjs/common';
import { type User, Users } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { InvitationKeys } from './invitation-keys.js';
import type { Invitation } from './invitations.repository.js';

/** An invitation with what its resource shows besides. */
export interface InvitationView {
  invitation: Invitation;
  inviter: User | null;
  /** Title of the space, collection or site; undefined for the organization, and for what is deleted. */
  title: string | undefined;
  /** The address to hand over. */
  address: string;
  /** True for the one who invites and for administrators: the others cannot hand over the address. */
  mayHandOver: boolean;
}

/** Gathers what is shown of invitations. */
@Injectable()
export class InvitationViews {
  constructor(
    private readonly keys: InvitationKeys,
    private readonly targets: InviteTargets,
    private readonly users: Users,
  ) {}

  /** The views of invitations of one organization, for an actor who may manage all of them. */
  async viewAll(
    actor: Actor,
    organizationId: string,
    invitations: readonly Invitation[],
  ): Promise<InvitationView[]> {
    const inviters = invitations.flatMap(({ invitedBy }) => (invitedBy === null ? [] : [invitedBy]));
    const users = await this.users.findUsersByIds(inviters);
    const titles = await this.targets.findTitles(organizationId, invitations.map(targetOf));
    const isAdmin = actor.memberships.get(organizationId) === 'admin';
    return invitations.map((invitation) => {
      const mayHandOver = isAdmin || invitation.invitedBy === actor.userId;
      return {
        invitation,
        inviter: users.get(invitation.invitedBy ?? '') ?? null,
        title: titles.of(targetOf(invitation)),
        address: this.keys.shownAddress(invitation, mayHandOver),
        mayHandOver,
      };
    });
  }
}
