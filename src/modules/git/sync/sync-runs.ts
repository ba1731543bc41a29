import { Injectable } from '@nestjs/common';
import { isWritable, Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { DomainError } from '#platform/http/errors.js';
import { ImportFailed } from '../git.errors.js';
import type { ConnectionEvent } from '../git.events.js';
import type { ImportReport } from '../import/import-folder.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import type { GitRun } from '../runs/git-runs.repository.js';
import { GitRuns } from '../runs/git-runs.service.js';
import { type GitConnection, GitConnectionsRepository } from './git-connections.repository.js';
import { ConnectionChanged, isSamePlace } from './same-place.js';
import { gitSyncOf, NoteGitSync } from './space-git-sync.js';
import type { SyncReport } from './sync-report.js';
import { type SyncOptions, SyncSpace } from './sync-space.js';
import { SyncStopped } from './sync-stopped.js';

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MINUTES = 60;
/** Problems that mostly end by themselves: people are told once so many runs failed. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'timeout']);
const PATIENCE = 3;

/** The runs of connections: starting one, and what its failure means for the next. */
@Injectable()
export class SyncRuns {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly runs: GitRuns,
    private readonly connections: GitConnectionsRepository,
    private readonly syncSpace: SyncSpace,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly gitSync: NoteGitSync,
  ) {}

  /**
   * Starts a run, unless one waits already: that one will see everything there is. A paused connection has none, nor has one of a space
   * that is deleted or archived.
   * @returns the run; null for a connection that is paused, rests or is gone.
   */
  start({ organizationId, id }: GitConnection): Promise<GitRun | null> {
    return this.db.transaction(async () => {
      const connection = await this.connections.lock(organizationId, id);
      if (!connection || connection.isPaused) return null;
      const { spaceId } = connection;
      const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
      if (!isWritable(space)) return null;
      return this.runs.startSync({ ...connection, actorId: connection.createdBy });
    });
  }

  /** Carries out a run. @throws as `SyncSpace.run`; what people have to see stays with the connection. */
  async carryOut(run: GitRun, options: SyncOptions): Promise<ImportReport & { sync: SyncReport }> {
    const { organizationId, spaceId } = run;
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    if (!connection || connection.isPaused) throw new ConnectionChanged();
    try {
      const report = await this.syncSpace.run(connection, options);
      const { changeRequest } = report.sync;
      if (changeRequest !== undefined) await this.tellOfConflicts(organizationId, spaceId, changeRequest);
      await this.noteAccess(organizationId, spaceId);
      return report;
    } catch (error) {
      const isTold = !(error instanceof ConnectionChanged);
      if (isTold && (error instanceof ImportFailed || error instanceof DomainError))
        await this.noteFailure(connection, error);
      throw error;
    }
  }

  /** The pauses grow, since what is wrong rarely ends by itself. */
  private async noteFailure(begun: GitConnection, error: Error): Promise<void> {
    const { organizationId, spaceId, id } = begun;
    await this.db.transaction(async () => {
      const connection = await this.connections.lock(organizationId, id);
      // A failure says nothing of a connection that is another one by now.
      if (!connection || connection.isPaused || !isSamePlace(connection, begun)) return;
      const now = this.clock.now();
      const { problem, failures } = connection;
      const code = error instanceof SyncStopped || error instanceof RemoteProblem ? error.code : 'failed';
      const since = problem?.code === code ? problem.since : now.toISOString();
      // Before the first success, whoever connects it looks at it.
      const tells = beginsToLast(connection, code) && connection.syncedAt !== null;
      await this.connections.update(connection, {
        problem: { code, message: error.message, since },
        failures: failures + 1,
        nextLookAt: new Date(now.getTime() + pauseAfter(failures)),
      });
      if (tells) await this.events.publish('git-connection.failing', { ...placeOf(connection), since });
    });
    await this.noteAccess(organizationId, spaceId);
  }

  /** The space shows whether the host lets us in. */
  private async noteAccess(organizationId: string, spaceId: string): Promise<void> {
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    const space = connection && (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!connection || !space) return;
    const { installationStatus } = gitSyncOf(connection);
    if (space.gitSync?.installationStatus !== installationStatus) await this.gitSync.note(connection);
  }

  /** Listeners tell people once of each change request. */
  private async tellOfConflicts(
    organizationId: string,
    spaceId: string,
    changeRequestId: string,
  ): Promise<void> {
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    if (!connection) return;
    const event = { ...placeOf(connection), changeRequestId };
    await this.db.transaction(() => this.events.publish('git-connection.conflicts', event));
  }
}

/** Milliseconds until a connection is looked at again that failed so often before. */
export function pauseAfter(failures: number): number {
  return Math.min(2 ** failures, LONGEST_PAUSE_MINUTES) * MINUTE_MS;
}

/** True for the failure that people are to be told of: one that does not end by itself, the first time. */
export function beginsToLast(
  { problem, failures }: Pick<GitConnection, 'problem' | 'failures'>,
  code: string,
): boolean {
  const isTold = problem !== null && isLasting(problem.code, failures);
  return !isTold && isLasting(code, failures + 1);
}

function isLasting(code: string, failures: number): boolean {
  return !PASSING.has(code) || failures >= PATIENCE;
}

function placeOf({ organizationId, spaceId, id, createdBy }: GitConnection): ConnectionEvent {
  return { organizationId, spaceId, connectionId: id, userId: createdBy };
}
