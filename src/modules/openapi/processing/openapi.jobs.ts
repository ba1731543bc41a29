import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { OpenApiSpecsRepository } from '../openapi-specs.repository.js';
import { type ProcessJob, ProcessSpec } from './process-spec.js';

export const PROCESS_SPEC = 'openapi.process';
const REFRESH = 'openapi.refresh';
const REFRESH_AFTER_MS = 6 * 3_600_000;
const BATCH = 200;
const SOURCES_AT_ONCE = 2;

/** Processes sources, and refreshes the fetched ones regularly. */
@Injectable()
export class OpenApiJobs {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly specs: OpenApiSpecsRepository,
    private readonly processing: ProcessSpec,
  ) {}

  @OnJob(PROCESS_SPEC, { atOnce: SOURCES_AT_ONCE, atOnceEach: 1 })
  process(job: ProcessJob): Promise<void> {
    return this.processing.execute(job);
  }

  @Scheduled('7 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(REFRESH, {}, onceAt(this.clock.now()));
  }

  /** Fetches sources again that were last fetched six hours ago or more. A client that needs them sooner sends the source again. */
  @OnJob(REFRESH)
  async refresh(): Promise<void> {
    const cutoff = new Date(this.clock.now().getTime() - REFRESH_AFTER_MS);
    while ((await this.refreshSome(cutoff)) === BATCH);
  }

  private refreshSome(cutoff: Date): Promise<number> {
    return this.db.transaction(async () => {
      const taken = await this.specs.takeForRefresh(cutoff, BATCH);
      for (const { organizationId, id, sourceNumber } of taken) {
        await this.jobs.enqueue(PROCESS_SPEC, { organizationId, specId: id, sourceNumber });
      }
      return taken.length;
    });
  }
}
