import { ChangeRequests } from '#modules/change-requests/index.js';
import { NotificationMail } from '#modules/notifications/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Users, UserTokens } from '#modules/users/index.js';
import { OnEvent } from '#platform/events/on-event.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import type { MailContent } from '#platform/mail/mail-layout.js';
import { MAIL_JOB } from '#platform/mail/mailer.js';
import type { ConnectionConflictsEvent, ConnectionFailingEvent } from '../git.events.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';

const SEND = 'git.send-notice';
const MAX_FILES = 20;

type Words = Pick<MailContent, 'title' | 'paragraphs' | 'action'>;

/**
 * Tells who connected a repository, by mail, that its sync waits for somebody: once when it begins. Exists only where mail is set up;
 * see the module.
 */
export class ConnectionMail {
  constructor(
    private readonly jobs: Jobs,
    private readonly mail: NotificationMail,
    private readonly connections: GitConnectionsRepository,
    private readonly changeRequests: ChangeRequests,
    private readonly spaces: Spaces,
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly tokens: UserTokens,
    private readonly urls: Urls,
  ) {}

  @OnEvent('git-connection.failing', 'mail')
  async onFailing(event: ConnectionFailingEvent): Promise<void> {
    await this.jobs.enqueue(SEND, event, MAIL_JOB);
  }

  @OnEvent('git-connection.conflicts', 'mail')
  async onConflicts(event: ConnectionConflictsEvent): Promise<void> {
    await this.jobs.enqueue(SEND, event, MAIL_JOB);
  }

  /** Sends the mail if it is still so, and the person may still see the space. */
  @OnJob(SEND)
  async send(event: ConnectionFailingEvent | ConnectionConflictsEvent): Promise<void> {
    const { organizationId, spaceId, connectionId, userId } = event;
    const title = await this.titleFor(userId, spaceId);
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    const to = (await this.users.findUsersByIds([userId])).get(userId);
    if (title === null || connection?.id !== connectionId || to?.kind !== 'person') return;
    const words =
      'since' in event
        ? this.failing(connection, title)
        : await this.conflicts(connection, title, event.changeRequestId);
    if (!words) return;
    const { title: name, logoUrl } = await this.organizations.getOrganization(organizationId);
    await this.mail.send('repositories', {
      key: 'since' in event ? `sync-failing:${connectionId}:${event.since}` : conflictsKey(event),
      thread: connectionId,
      to: { name: to.displayName, address: to.email },
      subject: words.title,
      content: {
        ...words,
        footer: ['You get this mail because you connected the repository.'],
        sender: { name, logoUrl },
      },
    });
  }

  private async titleFor(userId: string, spaceId: string): Promise<string | null> {
    const actor = await this.tokens.findActor(userId);
    if (!actor) return null;
    try {
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
      return space.title || 'a space';
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  private failing({ problem, spaceId, url }: GitConnection, title: string): Words | null {
    if (!problem) return null;
    return {
      title: `The sync of ${title} with its repository has stopped`,
      paragraphs: [
        problem.message,
        `The space and the repository (${url}) keep what they have, and the sync is tried again with growing pauses.`,
      ],
      action: { label: 'See what to do', url: this.urls.app('s', spaceId, '~', 'git') },
    };
  }

  private async conflicts(
    { organizationId, spaceId, branch, url, parked }: GitConnection,
    title: string,
    changeRequestId: string,
  ): Promise<Words | null> {
    const rows = await this.changeRequests.findByIds(organizationId, [changeRequestId]);
    const number = rows.get(changeRequestId)?.changeRequest.number;
    if (parked?.changeRequestId !== changeRequestId || number === undefined) return null;
    const files = parked.files.slice(0, MAX_FILES);
    const more = parked.files.length - files.length;
    return {
      title: `Decide about changes of ${title} and its repository`,
      paragraphs: [
        `The space and the branch ${branch} of ${url} both changed the same places. Until somebody decides, each side keeps its own version of them, and everything else is exchanged.`,
        [...files, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      ],
      action: {
        label: `Decide in change request #${number}`,
        url: this.urls.app('s', spaceId, '~', 'changes', String(number), '~', 'review'),
      },
    };
  }
}

function conflictsKey({ connectionId, changeRequestId }: ConnectionConflictsEvent): string {
  return `sync-conflicts:${connectionId}:${changeRequestId}`;
}
