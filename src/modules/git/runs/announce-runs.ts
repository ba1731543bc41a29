import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { GitStatesRepository } from '../git-states.repository.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';

/**
 * Says when work with a repository begins, and notes and says how it ended. Uploads are no such work. Syncs run often, and mostly find
 * nothing: both are said at the end of one that did something, or that failed where the one before did not.
 */
@Injectable()
export class AnnounceRuns {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly runs: GitRunsRepository,
    private readonly states: GitStatesRepository,
    private readonly connections: GitConnectionsRepository,
    private readonly spaces: Spaces,
  ) {}

  /** Said once for a run, also when it is begun anew. */
  async started(run: GitRun): Promise<void> {
    if (run.kind === 'upload' || run.kind === 'git-sync' || run.attempts > 1) return;
    await this.db.transaction(async () => this.events.publish('git.sync-started', await this.placeOf(run)));
  }

  /** Nothing of a run that another process took over: that one says how it ends. */
  async finish(run: GitRun, result: Pick<GitRun, 'report' | 'error'>): Promise<void> {
    await this.db.transaction(async () => {
      const isOurs = await this.runs.finish(run, result, this.clock.now());
      if (!isOurs || run.kind === 'upload') return;
      const place = await this.placeOf(run);
      if (run.kind === 'git-sync') {
        if (!(await this.isWorthTelling(run, result))) return;
        await this.events.publish('git.sync-started', place);
      }
      const state = result.error === null ? 'success' : 'failure';
      await this.events.publish('git.sync-ended', { ...place, state });
    });
  }

  private async isWorthTelling(
    { organizationId, spaceId }: GitRun,
    { report, error }: Pick<GitRun, 'report' | 'error'>,
  ): Promise<boolean> {
    if (error === null) return Object.keys(report?.sync ?? {}).length > 0;
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    return connection !== null && connection.failures <= 1;
  }

  private async placeOf({ organizationId, spaceId, kind }: GitRun) {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    const commitId =
      kind === 'git-sync'
        ? (await this.connections.findOfSpace(organizationId, spaceId))?.baseCommit
        : (await this.states.find(organizationId, spaceId))?.commit;
    return { organizationId, spaceId, revisionId: space?.revisionId ?? '', commitId: commitId ?? '' };
  }
}
