import { Injectable } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { Operators } from '#modules/operators/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { SizesRepository } from './sizes.repository.js';

export const COUNT_SIZES = 'operate.count-sizes';

/** Counts what organizations and spaces hold, every night and when an operator asks. Requests read what was counted. */
@Injectable()
export class Sizes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly operators: Operators,
    private readonly log: InstallationLog,
    private readonly sizes: SizesRepository,
  ) {}

  @Scheduled('37 2 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(COUNT_SIZES, {}, onceAt(this.clock.now()));
  }

  /** Has all sizes counted again, soon. @throws NotFound for others than operators. */
  async request(actor: Actor): Promise<void> {
    await this.db.transaction(async () => {
      await this.operators.requireOperator(actor);
      await this.jobs.enqueue(COUNT_SIZES, {}, { singletonKey: 'all' });
      await this.log.record({
        action: 'sizes.requested',
        target: { type: 'installation', id: 'bindery', label: 'All' },
      });
    });
  }

  @OnJob(COUNT_SIZES, { timeoutSeconds: 3600 })
  async count(): Promise<void> {
    await this.sizes.count(this.clock.now());
  }
}
