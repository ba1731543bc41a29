import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import { GitStatesRepository } from '../git-states.repository.js';
import { type GitRun, GitRunsRepository } from './git-runs.repository.js';

/** Says when work with a repository begins, and notes and says how it ended. Uploads are no such work. */
@Injectable()
export class AnnounceRuns {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly runs: GitRunsRepository,
    private readonly states: GitStatesRepository,
    private readonly spaces: Spaces,
  ) {}

  /** Said once for a run, also when it is begun anew. */
  async started(run: GitRun): Promise<void> {
    if (run.kind === 'upload' || run.attempts > 1) return;
    await this.db.transaction(async () => this.events.publish('git.sync-started', await this.placeOf(run)));
  }

  /** Nothing of a run that another process took over: that one says how it ends. */
  async finish(run: GitRun, result: Pick<GitRun, 'report' | 'error'>): Promise<void> {
    await this.db.transaction(async () => {
      const isOurs = await this.runs.finish(run, result, this.clock.now());
      if (!isOurs || run.kind === 'upload') return;
      const state = result.error === null ? 'success' : 'failure';
      await this.events.publish('git.sync-ended', { ...(await this.placeOf(run)), state });
    });
  }

  private async placeOf({ organizationId, spaceId }: GitRun) {
    const space = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    const known = await this.states.find(organizationId, spaceId);
    return { organizationId, spaceId, revisionId: space?.revisionId ?? '', commitId: known?.commit ?? '' };
  }
}
