import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { ImportFailed } from '../git.errors.js';
import { PullRequests } from '../pulls/pull-requests.service.js';
import { GitRemote } from '../remote/git-remote.js';
import { ConnectionSecrets } from '../sync/connection-secrets.js';
import { GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { lookAfterPush } from '../sync/sync.jobs.js';
import { SiteChildren } from './site-children.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import { SiteNews } from './site-news.js';
import { SiteRuns } from './site-runs.service.js';

const TAKE_DUE = 'git.sites-due';
const LOOK = 'git.site-look';
const MINUTE_MS = 60_000;
const BATCH = 500;
const LOOKS_AT_ONCE = 4;

/** Notices what changed on either side of a site and its repository, and starts a run. The spaces of a site are looked at with it. */
@Injectable()
export class SiteJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly connections: SiteConnectionsRepository,
    private readonly spaceConnections: GitConnectionsRepository,
    private readonly children: SiteChildren,
    private readonly secrets: ConnectionSecrets,
    private readonly remote: GitRemote,
    private readonly pulls: PullRequests,
    private readonly news: SiteNews,
    private readonly runs: SiteRuns,
  ) {}

  /** Titles and languages of spaces stand in the file. */
  @OnEvent('space.updated', 'git-sites')
  async onSpace({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    const child = await this.spaceConnections.findOfSpace(organizationId, spaceId);
    if (!child || child.siteConnectionId === null) return;
    const connection = await this.connections.find(child.siteConnectionId);
    if (connection && !connection.isPaused && (await this.news.isChanged(connection)))
      await this.runs.start(connection);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(TAKE_DUE, {}, onceAt(this.clock.now()));
  }

  @OnJob(TAKE_DUE)
  async takeDue(): Promise<void> {
    const now = this.clock.now();
    const next = new Date(now.getTime() + MINUTE_MS);
    for (const { id } of await this.connections.takeDue(now, next, BATCH))
      await this.jobs.enqueue(LOOK, { id }, { singletonKey: id, retries: 0 });
  }

  @OnJob(LOOK, { atOnce: LOOKS_AT_ONCE, timeoutSeconds: 120 })
  async look({ id }: { id: string }): Promise<void> {
    const connection = await this.connections.find(id);
    if (!connection || connection.isPaused) return;
    for (const child of await this.children.of(connection)) await this.pulls.changed(child);
    const head = await this.headOf(connection);
    const hasNews =
      connection.failures > 0 ||
      head === undefined ||
      head !== connection.baseCommit ||
      (await this.news.isChanged(connection));
    if (hasNews) {
      await this.runs.start(connection);
      return;
    }
    await this.children.startWithNews(connection, head);
    const nextLookAt = lookAfterPush(connection.webhookSeenAt, this.clock.now());
    if (nextLookAt) await this.connections.update(connection, { nextLookAt });
  }

  /** The newest commit of the branch; undefined where the repository cannot be asked: the run says why. */
  private async headOf(connection: SiteConnection): Promise<string | null | undefined> {
    try {
      const repository = await this.secrets.repositoryOf(connection);
      const { refs } = await this.remote.open(repository, {}, (git) => git.listRefs());
      return refs.get(`refs/heads/${connection.branch}`) ?? null;
    } catch (error) {
      if (error instanceof ImportFailed) return undefined;
      throw error;
    }
  }
}
