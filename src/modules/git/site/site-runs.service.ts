import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { DomainError } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { ImportFailed } from '../git.errors.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import { ConnectionChanged, isSamePlace } from '../sync/same-place.js';
import { beginsToLast, pauseAfter } from '../sync/sync-runs.js';
import { SyncStopped } from '../sync/sync-stopped.js';
import { type SiteConnection, SiteConnectionsRepository } from './site-connections.repository.js';
import type { SiteReport } from './site-run.entity.js';
import { type SiteRun, SiteRunsRepository } from './site-runs.repository.js';
import { type SiteSyncOptions, SyncSite } from './sync-site.js';

export const SITE_RUN_JOB = 'git.site-run';

/** The runs of the connections of sites: starting one, and what its failure means for the next. */
@Injectable()
export class SiteRuns {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly events: Events,
    private readonly rows: SiteRunsRepository,
    private readonly connections: SiteConnectionsRepository,
    private readonly syncSite: SyncSite,
  ) {}

  /**
   * Starts a run, unless one waits already: that one will see everything there is. A paused connection has none.
   * @returns the run; null for a connection that is paused or gone.
   */
  start({ organizationId, id }: SiteConnection): Promise<SiteRun | null> {
    return this.db.transaction(async () => {
      const connection = await this.connections.lock(organizationId, id);
      if (!connection || connection.isPaused) return null;
      const { siteId, createdBy: actorId, url: source } = connection;
      const waiting = await this.rows.findWaiting(organizationId, siteId);
      if (waiting) return waiting;
      const now = this.clock.now();
      const run: SiteRun = {
        ...{ organizationId, id: newId(), siteId, actorId, source, state: 'running', stage: 'repo_fetch' },
        ...{ attempts: 0, claimedAt: null, error: null, report: null },
        ...{ createdAt: now, updatedAt: now, completedAt: null },
      };
      await this.rows.insert(run);
      await this.jobs.enqueue(SITE_RUN_JOB, { organizationId, runId: run.id });
      return run;
    });
  }

  /** Carries out a run. @throws as `SyncSite.run`; what people have to see stays with the connection. */
  async carryOut({ organizationId, siteId }: SiteRun, options: SiteSyncOptions): Promise<SiteReport> {
    const connection = await this.connections.findOfSite(organizationId, siteId);
    if (!connection || connection.isPaused) throw new ConnectionChanged();
    try {
      return await this.syncSite.run(connection, options);
    } catch (error) {
      const isTold = !(error instanceof ConnectionChanged);
      if (isTold && (error instanceof ImportFailed || error instanceof DomainError))
        await this.noteFailure(connection, error);
      throw error;
    }
  }

  /** The pauses grow, since what is wrong rarely ends by itself. */
  private async noteFailure(begun: SiteConnection, error: Error): Promise<void> {
    await this.db.transaction(async () => {
      const connection = await this.connections.lock(begun.organizationId, begun.id);
      // A failure says nothing of a connection that is another one by now.
      if (!connection || connection.isPaused || !isSamePlace(connection, begun)) return;
      const now = this.clock.now();
      const { problem, failures } = connection;
      const code = error instanceof SyncStopped || error instanceof RemoteProblem ? error.code : 'failed';
      const since = problem?.code === code ? problem.since : now.toISOString();
      const { organizationId, siteId, id: connectionId, createdBy: userId } = connection;
      // Before the first success, whoever connects it looks at it.
      const tells = beginsToLast(connection, code) && connection.baseCommit !== null;
      await this.connections.update(connection, {
        problem: { code, message: error.message, since },
        failures: failures + 1,
        nextLookAt: new Date(now.getTime() + pauseAfter(failures)),
      });
      if (tells)
        await this.events.publish('git-site-connection.failing', {
          ...{ organizationId, siteId, connectionId, userId, since },
        });
    });
  }
}
