import { Injectable } from '@nestjs/common';
import { Revisions } from '#modules/content/index.js';
import { isWritable, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { ImportFailed } from '../git.errors.js';
import { PullRequests } from '../pulls/pull-requests.service.js';
import { GitRemote } from '../remote/git-remote.js';
import { ConnectionSecrets } from './connection-secrets.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { SyncRuns } from './sync-runs.js';

const TAKE_DUE = 'git.connections-due';
const LOOK = 'git.connection-look';
const MINUTE_MS = 60_000;
/** A host that tells of pushes is looked at for messages that got lost. */
const WITH_WEBHOOK_MS = 10 * MINUTE_MS;
const WEBHOOK_TRUSTED_MS = 24 * 60 * MINUTE_MS;
const BATCH = 500;
const LOOKS_AT_ONCE = 4;

/** Notices what changed on either side, and starts a run. */
@Injectable()
export class SyncJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly revisions: Revisions,
    private readonly connections: GitConnectionsRepository,
    private readonly secrets: ConnectionSecrets,
    private readonly remote: GitRemote,
    private readonly runs: SyncRuns,
    private readonly pulls: PullRequests,
  ) {}

  @OnEvent('space.content-updated', 'git-sync')
  async onContent(event: { organizationId: string; spaceId: string; revisionId: string }): Promise<void> {
    const { organizationId, spaceId, revisionId } = event;
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    if (!connection || connection.spaceRevision === revisionId) return;
    const revision = await this.revisions.findRevision(organizationId, revisionId);
    // The run that brought a commit in goes on by itself.
    if (revision?.git == null) await this.runs.start(connection);
  }

  /** People who decided about conflicts expect it in the repository at once. */
  @OnEvent('change-request.updated', 'git-sync')
  async onDecision(event: {
    organizationId: string;
    spaceId: string;
    changeRequestId: string;
  }): Promise<void> {
    const connection = await this.connections.findOfSpace(event.organizationId, event.spaceId);
    if (connection?.parked?.changeRequestId === event.changeRequestId) await this.runs.start(connection);
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
    const { organizationId, spaceId } = connection;
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    // Restored or unarchived, it goes on with the next look.
    if (!isWritable(space)) return;
    await this.pulls.changed(connection);
    if (connection.failures > 0 || (await this.hasNews(connection, space.revisionId))) {
      await this.runs.start(connection);
      return;
    }
    const nextLookAt = lookAfterPush(connection.webhookSeenAt, this.clock.now());
    if (nextLookAt) await this.connections.update(connection, { nextLookAt });
  }

  /** True also where the repository cannot be asked: the run says why. */
  private async hasNews(connection: GitConnection, revisionId: string): Promise<boolean> {
    const { spaceRevision, branch, baseCommit } = connection;
    if (revisionId !== spaceRevision) return true;
    try {
      const repository = await this.secrets.repositoryOf(connection);
      const { refs } = await this.remote.open(repository, {}, (git) => git.listRefs());
      return (refs.get(`refs/heads/${branch}`) ?? null) !== baseCommit;
    } catch (error) {
      if (error instanceof ImportFailed) return true;
      throw error;
    }
  }
}

/** When a repository is looked at next whose host tells of pushes; null where it does not, or not any more. */
export function lookAfterPush(toldAt: Date | null, now: Date): Date | null {
  const isTold = now.getTime() - (toldAt?.getTime() ?? 0) < WEBHOOK_TRUSTED_MS;
  return isTold ? new Date(now.getTime() + WITH_WEBHOOK_MS) : null;
}
