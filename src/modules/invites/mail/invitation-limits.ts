import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { TooManyRequests } from '#platform/http/errors.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { Invitation } from './invitations.repository.js';

/** Between two mails of one invitation, unless an administrator sends them. */
const PAUSE_MS = 10 * 60_000;
const DAY_MS = 24 * 3_600_000;
const RETRY_SECONDS = 3600;
/** Invitations of one person to one organization in a day. */
const MOST_A_DAY = 300;
/** Administrators bring whole companies in. */
const MOST_A_DAY_BY_ADMINS = 3000;

/** Keeps invitations from filling the mailboxes of strangers. */
@Injectable()
export class InvitationLimits {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly mailer: Mailer,
  ) {}

  /** @throws TooManyRequests for a person who sent too many in a day, with those that they are about to send. */
  async requireAllowance(actor: Actor, organizationId: string, about: number): Promise<void> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    const actions = ['invitation.created', 'invitation.sent-again'] as const;
    const sent = await this.audit.countOf(organizationId, actor.userId, actions, since);
    const most = isAdmin(actor, organizationId) ? MOST_A_DAY_BY_ADMINS : MOST_A_DAY;
    if (sent + about > most)
      throw new TooManyRequests(RETRY_SECONDS, `to invite people: ${most} a day are possible`);
  }

  /** Seconds until the invitation may be mailed again; 0 where it may be at once. */
  pauseBefore(actor: Actor, { organizationId, renewedAt }: Invitation): number {
    if (!this.mailer.isEnabled || isAdmin(actor, organizationId)) return 0;
    const left = renewedAt.getTime() + PAUSE_MS - this.clock.now().getTime();
    return Math.max(0, Math.ceil(left / 1000));
  }
}

function isAdmin(actor: Actor, organizationId: string): boolean {
  return actor.memberships.get(organizationId) === 'admin';
}
