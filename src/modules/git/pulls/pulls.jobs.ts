import { Injectable } from '@nestjs/common';
import { OnEvent } from '#platform/events/on-event.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import { LOOK_AT_PULLS, PULL_JOB, PullRequests } from './pull-requests.service.js';
import { PullRuns } from './pull-runs.js';

const AT_ONCE = 2;

/** Work on pull requests in the background, for one organization one at a time. */
@Injectable()
export class PullsJobs {
  constructor(
    private readonly pulls: PullRequests,
    private readonly runs: PullRuns,
  ) {}

  @OnJob(PULL_JOB, { timeoutSeconds: 900, atOnce: AT_ONCE, atOnceEach: 1 })
  run({
    organizationId,
    connectionId,
    number,
  }: {
    organizationId: string;
    connectionId: string;
    number: number;
  }): Promise<void> {
    return this.runs.run(organizationId, connectionId, number);
  }

  /** A host that cannot be asked is asked again by the next look. */
  @OnJob(LOOK_AT_PULLS, { atOnce: AT_ONCE, timeoutSeconds: 120 })
  async look({ connectionId }: { connectionId: string }): Promise<void> {
    try {
      await this.pulls.look(connectionId);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
    }
  }

  @OnEvent('git.sync-ended', 'git-pulls')
  async onSync(event: { organizationId: string; spaceId: string; state: string }): Promise<void> {
    if (event.state === 'success') await this.pulls.synced(event.organizationId, event.spaceId);
  }
}
