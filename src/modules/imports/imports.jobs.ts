import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { ImportWorker, RUN_IMPORT } from './import-worker.js';

const SWEEP_IMPORTS = 'imports.sweep';
/** Websites are waited for, mostly; each run may have a thread with all the memory of one. */
const RUNS_AT_ONCE = 3;

/** Imports in the background, and the look after those whose process died. */
@Injectable()
export class ImportsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly worker: ImportWorker,
  ) {}

  @OnJob(RUN_IMPORT, { timeoutSeconds: 3600, atOnce: RUNS_AT_ONCE, atOnceEach: 1 })
  run({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
    return this.worker.work(organizationId, runId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_IMPORTS, {}, onceAt(this.clock.now()));
  }

  @OnJob(SWEEP_IMPORTS)
  sweep(): Promise<void> {
    return this.worker.sweep();
  }
}
