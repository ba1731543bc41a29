import { Injectable } from '@nestjs/common';
import {
  isWithin,
  Members,
  OrganizationHooks,
  Organizations,
  requireMember,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { type InvitePlace, targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { InvitationBacking } from './invitation-backing.js';
import { type InvitationView, InvitationViews } from './invitation-views.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';
import type { InviteeBody } from './invitation.dto.js';
import { InvitationLimits } from './invitation-limits.js';
import { readInvitees } from './invitees.js';
import { WriteInvitation } from './write-invitation.js';

/** Whom to invite, as the caller wrote it. */
export interface InviteByMailInput {
  emails: readonly (string | InviteeBody)[];
  /** Of those whose entry names none; the organization's `defaultRole` when absent. */
  role?: Role | null;
  sso?: boolean;
  /** Two weeks from now when absent. */
  expiresAt?: Date;
}

/**
 * Invitations by mail. Everybody is waited for, with an account or without: whether there is one is not for administrators of another
 * organization to learn, nor does anybody belong to an organization that they did not choose. Those to the organization are the
 * administrators'; those to a space, collection or site also of everybody who may invite there.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly credentials: Credentials,
    private readonly invitations: InvitationsRepository,
    private readonly writing: WriteInvitation,
    private readonly views: InvitationViews,
    private readonly targets: InviteTargets,
    private readonly backing: InvitationBacking,
    private readonly organizations: Organizations,
    private readonly hooks: OrganizationHooks,
    private readonly members: Members,
    private readonly users: Users,
    private readonly limits: InvitationLimits,
  ) {}

  /**
   * Invites all of them or, if one entry is wrong, nobody. Who is a member stays as they are; who was invited before is invited anew.
   * @throws BadRequest naming the entry that is wrong; NotFound, Forbidden for those who are no administrators.
   */
  async invite(actor: Actor, organizationId: string, input: InviteByMailInput): Promise<InvitationView[]> {
    requireOrganizationAdmin(actor, organizationId);
    const organization = await this.organizations.getOrganization(organizationId);
    const expiresAt = input.expiresAt ?? this.writing.defaultEnd();
    if (expiresAt <= this.clock.now()) throw new BadRequest('expiresAt must be in the future.');
    const role = input.role === undefined ? organization.defaultRole : input.role;
    const invitees = readInvitees(input.emails, role);
    const sso = input.sso ?? false;
    if (sso && !(await this.hooks.hasActiveIdentityProvider.some(organizationId)))
      throw new BadRequest(
        'sso: the organization has no identity provider that works yet; set one up first.',
      );
    const invited = await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      await this.limits.requireAllowance(actor, organizationId, invitees.length);
      const known = await this.users.findUsersByEmails(invitees.map(({ email }) => email));
      const written: Invitation[] = [];
      for (const invitee of invitees) {
        const user = known.get(invitee.email);
        if (user && (await this.members.findMembership(organizationId, user.id))) continue;
        const target = { type: 'organization' } as const;
        written.push(await this.writing.write(actor, { organizationId, target, ...invitee, sso, expiresAt }));
      }
      return written;
    });
    return this.views.viewAll(actor, organizationId, invited);
  }

  /** Invitations that nobody has answered, those to spaces, collections and sites too, newest first; administrators only. */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<InvitationView>> {
    requireOrganizationAdmin(actor, organizationId);
    const found = await this.invitations.list(organizationId, page);
    return { ...found, items: await this.views.viewAll(actor, organizationId, found.items) };
  }

  /** The same of one place. @throws NotFound, Forbidden for those who may not invite there. */
  async listToPlace(
    actor: Actor,
    organizationId: string,
    place: InvitePlace,
    page: PageRequest,
  ): Promise<Page<InvitationView>> {
    await this.targets.requireTarget(actor, organizationId, place);
    const found = await this.invitations.listToPlace(organizationId, place, page);
    return { ...found, items: await this.views.viewAll(actor, organizationId, found.items) };
  }

  /**
   * Sends it again, with two more weeks to answer; what was sent before is worth nothing then.
   * @throws NotFound, Forbidden for those who could not invite the person as this now.
   */
  async resend(actor: Actor, organizationId: string, id: string): Promise<InvitationView> {
    const renewed = await this.db.transaction(async () => {
      const invitation = await this.lockManaged(actor, organizationId, id);
      if (!invitation) throw new NotFound('invitation');
      if (!(await this.backing.mayInviteNewcomers(actor.userId, organizationId)))
        throw new Forbidden(NEWCOMERS_BY_ADMINS);
      return this.writing.renew(actor, invitation);
    });
    const [view] = await this.views.viewAll(actor, organizationId, [renewed]);
    return view!;
  }

  /**
   * Revokes an invitation, so that it can no longer be accepted; succeeds for an unknown one.
   * @throws NotFound, Forbidden for those who could not invite the person as this now.
   */
  async revoke(actor: Actor, organizationId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const invitation = await this.lockManaged(actor, organizationId, id);
      if (invitation) await this.writing.revoke(invitation);
    });
  }

  /**
   * Revokes what waits for the address of a member who was removed: it would let them in again. Who was invited by them has no valid
   * invitation any more, until somebody sends it again. In the transaction of the removal.
   */
  async memberRemoved(organizationId: string, userId: string): Promise<void> {
    const user = (await this.users.findUsersByIds([userId])).get(userId);
    if (!user) return;
    for (const invitation of await this.invitations.deleteAllTo(organizationId, user.email))
      await this.writing.recordRevocation(invitation);
  }

  /** Deletes the invitations to what another organization was given; their references have followed already. */
  placesTransferred(to: string, type: 'space' | 'collection', ids: readonly string[]): Promise<void> {
    return this.invitations.deleteToPlaces(to, type, ids);
  }

  /** The invitation, held until the end of the transaction; null for an unknown one. */
  private async lockManaged(actor: Actor, organizationId: string, id: string): Promise<Invitation | null> {
    requireMember(actor, organizationId);
    const invitation = await this.invitations.lock(id);
    const isHere = invitation?.organizationId === organizationId;
    const current = await this.credentials.renew(actor);
    if (isHere && current.memberships.get(organizationId) !== 'admin') {
      const target = targetOf(invitation);
      const held = target.type !== 'organization' && (await this.heldOn(current, organizationId, target));
      if (held) {
        if (isWithin(held, invitation.role)) return invitation;
        throw new Forbidden(
          `The invitation gives the role "${invitation.role}", which is above your own here ("${held}").`,
        );
      }
    }
    requireOrganizationAdmin(current, organizationId);
    return isHere ? invitation : null;
  }

  private async heldOn(actor: Actor, organizationId: string, target: InvitePlace): Promise<Role | null> {
    try {
      return (await this.targets.requireTarget(actor, organizationId, target)).held;
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) return null;
      throw error;
    }
  }
}

/** The reason why somebody may let members in, and nobody else. */
export const NEWCOMERS_BY_ADMINS =
  'Only administrators invite people who are not in the organization yet, as long as invite links are turned off (inviteLinks). Ask one of them.';
