import { NotificationMail } from '#modules/notifications/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { Users, UserTokens } from '#modules/users/index.js';
import { OnEvent } from '#platform/events/on-event.js';
import { DomainError } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import type { SiteConnectionFailingEvent } from '../git.events.js';
import { SiteConnectionsRepository } from './site-connections.repository.js';
import { SitePartsHook } from './site-parts.js';

const SEND = 'git.send-site-notice';

/**
 * Tells who connected a site with a repository, by mail, that its structure is not exchanged any more: once when that begins. Exists only
 * where mail is set up; see the module.
 */
export class SiteConnectionMail {
  constructor(
    private readonly jobs: Jobs,
    private readonly mail: NotificationMail,
    private readonly connections: SiteConnectionsRepository,
    private readonly parts: SitePartsHook,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly urls: Urls,
  ) {}

  @OnEvent('git-site-connection.failing', 'mail')
  async onFailing(event: SiteConnectionFailingEvent): Promise<void> {
    await this.jobs.enqueue(SEND, event, MAIL_JOB);
  }

  /** Sends the mail if it is still so, and the person may still see the site. */
  @OnJob(SEND)
  async send(event: SiteConnectionFailingEvent): Promise<void> {
    const { organizationId, siteId, connectionId, userId, since } = event;
    const title = await this.titleFor(event);
    const connection = await this.connections.findOfSite(organizationId, siteId);
    const to = (await this.users.findUsersByIds([userId])).get(userId);
    if (title === null || connection?.id !== connectionId || to?.kind !== 'person') return;
    const { problem, url } = connection;
    if (!problem) return;
    const { title: name, logoUrl } = await this.organizations.getOrganization(organizationId);
    const subject = `The sync of the site ${title} with its repository has stopped`;
    await this.mail.send('repositories', {
      key: `site-sync-failing:${connectionId}:${since}`,
      thread: connectionId,
      to: { name: to.displayName, address: to.email },
      subject,
      content: {
        title: subject,
        paragraphs: [
          problem.message,
          `The site and the repository (${url}) keep the structure that they have, and the sync is tried again with growing pauses. Spaces of the site go on.`,
        ],
        action: {
          label: 'See what to do',
          url: this.urls.app('o', organizationId, 'sites', siteId, 'git'),
        },
        footer: ['You get this mail because you connected the repository.'],
        sender: { name, logoUrl },
      },
    });
  }

  private async titleFor(event: SiteConnectionFailingEvent): Promise<string | null> {
    const actor = await this.tokens.findActor(event.userId);
    if (!actor) return null;
    try {
      return (await this.parts.get().require(actor, event, 'view')).title;
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}
