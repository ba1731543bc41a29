import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { ImportWorker, MAX_ATTEMPTS, HEARTBEAT_TIMEOUT_MS } from './import-worker.js';
import { RUN_IMPORT } from './imports.service.js';
import { ImportsRepository } from './imports.repository.js';

const SWEEP_IMPORTS = 'imports.sweep';
const BATCH = 100;
const KEPT_DAYS = 30;
/** Websites are waited for, mostly; each run may have a thread with all the memory of one. */
const RUNS_AT_ONCE = 3;

/** Imports in the background, and the look after those whose process died. */
@Injectable()
export class ImportsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly worker: ImportWorker,
    private readonly runs: ImportsRepository,
  ) {}

  @OnJob(RUN_IMPORT, { timeoutSeconds: 3600, atOnce: RUNS_AT_ONCE, atOnceEach: 1 })
  run({ organizationId, runId }: { organizationId: string; runId: string }): Promise<void> {
    return this.worker.work(organizationId, runId);
  }

  @Scheduled('* * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(SWEEP_IMPORTS, {}, onceAt(this.clock.now()));
  }

  /** An import without a sign of life begins again, or has failed when it did so too often. Old ones are forgotten. */
  @OnJob(SWEEP_IMPORTS)
  async sweep(): Promise<void> {
    const now = this.clock.now();
    for (const run of await this.runs.findSilent(new Date(now.getTime() - HEARTBEAT_TIMEOUT_MS), BATCH)) {
      const { organizationId, id: runId } = run;
      if (run.attempts < MAX_ATTEMPTS) {
        const singletonKey = `${RUN_IMPORT}:${runId}`;
        await this.jobs.enqueue(RUN_IMPORT, { organizationId, runId }, { singletonKey });
      } else if (run.status === 'in-progress') {
        const error = 'The server broke off several times while it worked on this; try again.';
        await this.runs.finish(run, { status: 'failed', error }, [], now);
      }
    }
    await this.runs.deleteEnded(new Date(now.getTime() - KEPT_DAYS * 86_400_000), BATCH);
  }
}
