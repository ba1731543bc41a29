import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { TooManyRequests } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { columnsOf, type InviteTarget } from '../targets/invite-target.js';
import { InvitationMail } from './invitation-mail.js';
import { auditTarget, shownInAudit } from './invitation.audit.js';
import { InvitationLimits } from './invitation-limits.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';

const DAYS = 14;

/** Somebody to be invited, and to what. */
export interface NewInvitation {
  organizationId: string;
  target: InviteTarget;
  /** In lower case. */
  email: string;
  role: Role | null;
  sso: boolean;
  expiresAt: Date;
}

/** Stores invitations, renews and revokes them, in the caller's transaction. Callers have authorised. */
@Injectable()
export class WriteInvitation {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly invitations: InvitationsRepository,
    private readonly mail: InvitationMail,
    private readonly limits: InvitationLimits,
  ) {}

  /** The end of an invitation that is made now, where nobody chose one. */
  defaultEnd(): Date {
    return new Date(this.clock.now().getTime() + DAYS * 24 * 3_600_000);
  }

  /**
   * Invites an address, or renews its invitation to the same target, and mails it. One that was mailed a moment ago only changes, unless
   * an administrator sends it again.
   */
  async write(actor: Actor, { organizationId, target, email, ...given }: NewInvitation): Promise<Invitation> {
    const before = await this.invitations.lockTo(organizationId, email, target);
    const now = this.clock.now();
    if (before && this.limits.pauseBefore(actor, before) > 0) {
      // A person who gives more than the one before stands behind it from now on.
      const invitedBy = given.role === before.role ? before.invitedBy : actor.userId;
      return this.change(before, { ...given, invitedBy });
    }
    const changes = { ...given, invitedBy: actor.userId, renewedAt: now };
    if (before) return this.change(before, changes);
    const invitation: Invitation = {
      id: newId(now.getTime()),
      organizationId,
      ...columnsOf(target),
      email,
      createdAt: now,
      ...changes,
    };
    await this.invitations.insert(invitation);
    await this.audit.record({
      organizationId,
      action: 'invitation.created',
      target: auditTarget(invitation),
      after: shownInAudit(invitation),
    });
    await this.mail.queueInvitation(invitation);
    return invitation;
  }

  /**
   * Sends an invitation again, with two more weeks. From now on it is the actor who invites.
   * @throws TooManyRequests for one that was mailed a moment ago.
   */
  async renew(actor: Actor, invitation: Invitation): Promise<Invitation> {
    const pause = this.limits.pauseBefore(actor, invitation);
    if (pause > 0) throw new TooManyRequests(pause, 'to send this invitation again');
    await this.limits.requireAllowance(actor, invitation.organizationId, 1);
    const invitedBy = actor.userId;
    const changes = { invitedBy, renewedAt: this.clock.now(), expiresAt: this.defaultEnd() };
    return this.change(invitation, changes);
  }

  /** Ends an invitation. */
  async revoke(invitation: Invitation): Promise<void> {
    await this.invitations.delete(invitation.id);
    await this.recordRevocation(invitation);
  }

  /** Notes the end of an invitation that is deleted already. */
  async recordRevocation(invitation: Invitation): Promise<void> {
    const { organizationId } = invitation;
    const before = shownInAudit(invitation);
    const target = auditTarget(invitation);
    await this.audit.record({ organizationId, action: 'invitation.revoked', target, before });
  }

  private async change(before: Invitation, changes: Partial<Invitation>): Promise<Invitation> {
    const after = { ...before, ...changes };
    await this.invitations.update(before.id, changes);
    await this.audit.record({
      organizationId: before.organizationId,
      action: 'invitation.sent-again',
      target: auditTarget(after),
      before: shownInAudit(before),
      after: shownInAudit(after),
    });
    if (changes.renewedAt !== undefined) await this.mail.queueInvitation(after);
    return after;
  }
}
