import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { RUN_JOB } from './git-runs.service.js';
import { GitRunWorker } from './git-run-worker.js';

const SWEEP_JOB = 'git.sweep';
/** A repository is held in memory while it is read. */
const RUNS_AT_ONCE = 2;

/** Runs in the background, and the look after those whose process died. */
@Injectable()
export class GitJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly worker: GitRunWorker,
  ) {}

  @OnJob(RUN_JOB, { timeoutSeconds: 3600, atOnce: RUNS_AT_ONCE, atOnceEach: 1 })
  run({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
    return this.worker.work(organizationId, runId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_JOB, {}, onceAt(this.clock.now()));
  }

  @OnJob(SWEEP_JOB)
  sweep(): Promise<void> {
    return this.worker.sweep();
  }
}
