import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { NotificationMail } from '#modules/notifications/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import type { MailContent } from '#platform/mail/mail-layout.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import { targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { InvitationKeys } from './invitation-keys.js';
import { mayWords, placeWords } from './invitation-words.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';

export const SEND_INVITATION = 'invites.send-invitation';

interface InvitationJob {
  invitationId: string;
  /** Which sending it is: one that was sent again, accepted or revoked meanwhile is not mailed. */
  renewedAt: string;
}

/** Tells people by mail that they were invited. Without a mail server nothing is queued. */
@Injectable()
export class InvitationMail {
  constructor(
    private readonly jobs: Jobs,
    private readonly mail: NotificationMail,
    private readonly invitations: InvitationsRepository,
    private readonly keys: InvitationKeys,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly targets: InviteTargets,
  ) {}

  /** In the transaction that made or renewed the invitation. */
  async queueInvitation({ id, renewedAt }: Invitation): Promise<void> {
    if (!this.mail.isEnabled) return;
    const job: InvitationJob = { invitationId: id, renewedAt: renewedAt.toISOString() };
    await this.jobs.enqueue(SEND_INVITATION, job, MAIL_JOB);
  }

  @OnJob(SEND_INVITATION)
  async sendInvitation({ invitationId, renewedAt }: InvitationJob): Promise<void> {
    const invitation = await this.invitations.find(invitationId);
    if (invitation?.renewedAt.toISOString() !== renewedAt) return;
    const { email, organizationId, invitedBy, expiresAt } = invitation;
    const what = await this.wordsOf(invitation);
    if (what === null) return;
    const { title, logoUrl } = await this.organizations.getOrganization(organizationId);
    const inviter = nameOf(await this.findUser(invitedBy));
    const subject = `${inviter} invites you to ${what.place ?? title}`;
    const content: MailContent = {
      title: subject,
      paragraphs: [
        what.place === undefined
          ? `${inviter} invites you to work on the documentation of ${title}.`
          : `${inviter} invites you to ${what.place} of ${title}. You may ${what.may} there.`,
        `The invitation is for ${email} and ends on ${expiresAt.toUTCString().slice(0, 16)}. If you expected none, do nothing.`,
      ],
      action: { label: 'See the invitation', url: this.keys.mailedAddress(invitation) },
      footer: ['Do not pass this mail on: its button lets whoever has it in as you.'],
      sender: { name: title, logoUrl },
    };
    await this.mail.send('invitations', {
      key: `invitation:${invitationId}:${renewedAt}`,
      thread: invitationId,
      to: { name: '', address: email },
      subject,
      content,
    });
  }

  /** The place that it leads to and what one may do there, both absent for the organization; null for a place that is gone. */
  private async wordsOf(invitation: Invitation): Promise<{ place?: string; may?: string } | null> {
    const target = targetOf(invitation);
    if (target.type === 'organization' || invitation.role === null) return {};
    const title = (await this.targets.findTitles(invitation.organizationId, [target])).of(target);
    if (title === undefined) return null;
    return { place: placeWords(target.type, title), may: mayWords(invitation.role) };
  }

  private async findUser(id: string | null): Promise<User | undefined> {
    return id === null ? undefined : (await this.users.findUsersByIds([id])).get(id);
  }
}

function nameOf(user: User | undefined): string {
  return user?.displayName ?? 'Somebody';
}
