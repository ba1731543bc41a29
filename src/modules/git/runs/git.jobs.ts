import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { AnnounceRuns } from './announce-runs.js';
import { RUN_JOB } from './git-runs.service.js';
import { GitRunsRepository } from './git-runs.repository.js';
import { MAX_ATTEMPTS, GitRunWorker, HEARTBEAT_TIMEOUT_MS } from './git-run-worker.js';

const SWEEP_JOB = 'git.sweep';
const BATCH = 100;
const KEPT_DAYS = 30;
/** A repository is held in memory while it is read. */
const RUNS_AT_ONCE = 2;

/** Runs in the background, and the look after those whose process died. */
@Injectable()
export class GitJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly worker: GitRunWorker,
    private readonly runs: GitRunsRepository,
    private readonly announce: AnnounceRuns,
  ) {}

  @OnJob(RUN_JOB, { timeoutSeconds: 3600, atOnce: RUNS_AT_ONCE, atOnceEach: 1 })
  run({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
    return this.worker.work(organizationId, runId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_JOB, {}, onceAt(this.clock.now()));
  }

  /** A run without a sign of life begins again, or has failed when it did so too often. Old ones are forgotten. */
  @OnJob(SWEEP_JOB)
  async sweep(): Promise<void> {
    const now = this.clock.now();
    const silent = await this.runs.findSilent(new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS), BATCH);
    for (const run of silent) {
      const { organizationId, id: runId } = run;
      if (run.attempts < MAX_ATTEMPTS) {
        await this.jobs.enqueue(RUN_JOB, { organizationId, runId }, { singletonKey: `${RUN_JOB}:${runId}` });
      } else {
        const error = 'The server broke off several times while it worked on this; try again.';
        await this.announce.finish(run, { report: null, error });
      }
    }
    await this.runs.deleteEnded(new Date(now.getTime() - KEPT_DAYS * 86_400_000), BATCH);
  }
}
