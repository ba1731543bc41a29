import { Injectable } from '@nestjs/common';
import { Grants, type Resource } from '#modules/access/index.js';
import { NotificationMail } from '#modules/notifications/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import { appPathOf, type InvitePlace } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { mayWords, placeWords } from './invitation-words.js';

export const SEND_LET_IN = 'invites.send-let-in';

interface LetInJob {
  organizationId: string;
  place: InvitePlace;
  userId: string;
  byId: string;
  role: Role;
  at: string;
}

/** Tells members by mail what they were let in to. Without a mail server nothing is queued. */
@Injectable()
export class LetInMail {
  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly mail: NotificationMail,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly grants: Grants,
    private readonly targets: InviteTargets,
    private readonly urls: Urls,
  ) {}

  /** In the transaction that let the member in. */
  async queue(
    { userId: byId }: Actor,
    { organizationId, type, id }: Resource,
    { id: userId }: User,
    role: Role,
  ): Promise<void> {
    if (!this.mail.isEnabled) return;
    const at = this.clock.now().toISOString();
    const job: LetInJob = { organizationId, place: { type, id }, userId, byId, role, at };
    await this.jobs.enqueue(SEND_LET_IN, job, MAIL_JOB);
  }

  /** Sends the mail, unless the place is gone or the member does not get in any more. */
  @OnJob(SEND_LET_IN)
  async send({ organizationId, place, userId, byId, role, at }: LetInJob): Promise<void> {
    const label = (await this.targets.findTitles(organizationId, [place])).of(place);
    const users = await this.users.findUsersByIds([userId, byId]);
    const user = users.get(userId);
    if (label === undefined || !user) return;
    const held = await this.grants.findRoles({ organizationId, ...place }, [userId]);
    if (!held.has(userId)) return;
    const { title, logoUrl } = await this.organizations.getOrganization(organizationId);
    const where = placeWords(place.type, label);
    const subject = `${users.get(byId)?.displayName ?? 'Somebody'} lets you into ${where}`;
    await this.mail.send('invitations', {
      key: `let-in:${place.type}:${place.id}:${userId}:${at}`,
      to: { name: user.displayName, address: user.email },
      subject,
      content: {
        title: subject,
        paragraphs: [`You may ${mayWords(role)} in ${where} of ${title}.`],
        action: { label: `Open the ${place.type}`, url: this.urls.app(...appPathOf(organizationId, place)) },
        footer: [`You get this mail because you are a member of ${title}.`],
        sender: { name: title, logoUrl },
      },
    });
  }
}
