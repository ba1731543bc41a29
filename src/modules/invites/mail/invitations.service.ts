import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  Members,
  type Organization,
  OrganizationHooks,
  Organizations,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { InvitationKeys } from './invitation-keys.js';
import { InvitationMail } from './invitation-mail.js';
import { auditTarget } from './invitation.audit.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';
import type { InviteeBody } from './invitation.dto.js';
import { type Invitee, readInvitees } from './invitees.js';

const DAYS = 14;

/** Whom to invite, as the caller wrote it. */
export interface InviteByMailInput {
  emails: readonly (string | InviteeBody)[];
  /** Of those whose entry names none; the organization's `defaultRole` when absent. */
  role?: Role | null;
  sso?: boolean;
  /** Two weeks from now when absent. */
  expiresAt?: Date;
}

/** An invitation with what its resource shows besides. */
export interface InvitationView {
  invitation: Invitation;
  inviter: User | null;
  /** The address to hand over. */
  address: string;
}

/**
 * Invitations by mail. Everybody is waited for, with an account or without: whether there is one is not for administrators of another
 * organization to learn, nor does anybody belong to an organization that they did not choose.
 */
@Injectable()
export class Invitations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly invitations: InvitationsRepository,
    private readonly keys: InvitationKeys,
    private readonly mail: InvitationMail,
    private readonly organizations: Organizations,
    private readonly hooks: OrganizationHooks,
    private readonly members: Members,
    private readonly users: Users,
  ) {}

  /**
   * Invites all of them or, if one entry is wrong, nobody. Who is a member stays as they are; who was invited before is invited anew.
   * @throws BadRequest naming the entry that is wrong; NotFound, Forbidden for those who are no administrators.
   */
  async invite(actor: Actor, organizationId: string, input: InviteByMailInput): Promise<InvitationView[]> {
    requireOrganizationAdmin(actor, organizationId);
    const organization = await this.organizations.getOrganization(organizationId);
    const now = this.clock.now();
    const expiresAt = input.expiresAt ?? daysAfter(now);
    if (expiresAt <= now) throw new BadRequest('expiresAt must be in the future.');
    const role = input.role === undefined ? organization.defaultRole : input.role;
    const invitees = readInvitees(input.emails, role);
    const sso = input.sso ?? false;
    if (sso && !(await this.hooks.hasActiveIdentityProvider.some(organizationId)))
      throw new BadRequest(
        'sso: the organization has no identity provider that works yet; set one up first.',
      );
    const invited = await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const known = await this.users.findUsersByEmails(invitees.map(({ email }) => email));
      const written: Invitation[] = [];
      for (const invitee of invitees) {
        const user = known.get(invitee.email);
        if (user && (await this.members.findMembership(organizationId, user.id))) continue;
        written.push(await this.write(actor, organization, { ...invitee, sso, expiresAt }));
      }
      return written;
    });
    return this.viewAll(invited);
  }

  /** Invitations that nobody has answered, newest first; administrators only. */
  async list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<InvitationView>> {
    requireOrganizationAdmin(actor, organizationId);
    const found = await this.invitations.list(organizationId, page);
    return { ...found, items: await this.viewAll(found.items) };
  }

  /** Sends it again, with two more weeks to answer; what was sent before is worth nothing then. @throws NotFound */
  async resend(actor: Actor, organizationId: string, id: string): Promise<InvitationView> {
    requireOrganizationAdmin(actor, organizationId);
    const renewed = await this.db.transaction(async () => {
      const invitation = await this.invitations.lock(id);
      if (invitation?.organizationId !== organizationId) throw new NotFound('invitation');
      const now = this.clock.now();
      // From now on it is they who invite.
      const changes = { invitedBy: actor.userId, renewedAt: now, expiresAt: daysAfter(now) };
      await this.invitations.update(id, changes);
      const after = { ...invitation, ...changes };
      await this.recordRenewal(invitation, after);
      await this.mail.queueInvitation(after);
      return after;
    });
    const [view] = await this.viewAll([renewed]);
    return view!;
  }

  /** Revokes an invitation, so that it can no longer be accepted; succeeds for an unknown one. */
  async revoke(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      const invitation = await this.invitations.lock(id);
      if (invitation?.organizationId !== organizationId) return;
      await this.invitations.delete(id);
      const target = auditTarget(invitation);
      await this.audit.record({ organizationId, action: 'invitation.revoked', target });
    });
  }

  private async write(
    actor: Actor,
    { id: organizationId }: Organization,
    { email, role, sso, expiresAt }: Invitee & { sso: boolean; expiresAt: Date },
  ): Promise<Invitation> {
    const now = this.clock.now();
    const changes = { role, sso, invitedBy: actor.userId, renewedAt: now, expiresAt };
    const before = await this.invitations.findTo(organizationId, email);
    const invitation = before
      ? { ...before, ...changes }
      : { id: newId(now.getTime()), organizationId, email, createdAt: now, ...changes };
    if (before) {
      await this.invitations.update(before.id, changes);
      await this.recordRenewal(before, invitation);
    } else {
      await this.invitations.insert(invitation);
      const target = auditTarget(invitation);
      const after = { role, sso, expiresAt };
      await this.audit.record({ organizationId, action: 'invitation.created', target, after });
    }
    await this.mail.queueInvitation(invitation);
    return invitation;
  }

  private async recordRenewal(before: Invitation, after: Invitation): Promise<void> {
    const shown = ({ role, sso, expiresAt }: Invitation) => ({ role, sso, expiresAt });
    const target = auditTarget(after);
    const change = { before: shown(before), after: shown(after) };
    const { organizationId } = after;
    await this.audit.record({ organizationId, action: 'invitation.sent-again', target, ...change });
  }

  private async viewAll(invitations: readonly Invitation[]): Promise<InvitationView[]> {
    const inviters = invitations.flatMap(({ invitedBy }) => (invitedBy === null ? [] : [invitedBy]));
    const users = await this.users.findUsersByIds(inviters);
    const views: InvitationView[] = [];
    for (const invitation of invitations) {
      const address = this.keys.shownAddress(invitation);
      views.push({ invitation, inviter: users.get(invitation.invitedBy ?? '') ?? null, address });
    }
    return views;
  }
}

function daysAfter(now: Date): Date {
  return new Date(now.getTime() + DAYS * 24 * 3_600_000);
}
