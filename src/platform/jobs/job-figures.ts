import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { Metrics } from '../metrics/metrics.js';
import { JobAdministration, type QueueCounts } from './job-administration.js';

/** Counting costs a look at all jobs that have not ended well; several that ask within this time get the same figures. */
const KEPT_MS = 10_000;

/** Adds the queues to the metrics. Each replica tells of all of them: there is one database. */
@Injectable()
export class JobFigures implements OnModuleInit {
  private counted: { at: number; queues: Promise<QueueCounts[]> } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly jobs: JobAdministration,
  ) {}

  onModuleInit(): void {
    this.metrics.addGauges(
      'bindery_jobs',
      'Jobs that wait, run, and failed in the last seven days, of all processes.',
      ['name', 'state'],
      async () =>
        (await this.queues()).flatMap(({ name, waiting, active, failed }) => [
          { labels: { name, state: 'waiting' }, value: waiting },
          { labels: { name, state: 'active' }, value: active },
          { labels: { name, state: 'failed' }, value: failed },
        ]),
    );
    this.metrics.addGauge(
      'bindery_job_lateness_seconds',
      'Time since which the job is due that waits for longest; 0 where none is late.',
      async () => {
        const due = (await this.queues()).flatMap(({ dueSince }) => dueSince?.getTime() ?? []);
        return due.length === 0 ? 0 : Math.max(0, (this.clock.now().getTime() - Math.min(...due)) / 1000);
      },
    );
  }

  private async queues(): Promise<QueueCounts[]> {
    const now = performance.now();
    if (this.counted === undefined || now - this.counted.at > KEPT_MS)
      this.counted = { at: now, queues: this.jobs.countQueues() };
    return this.counted.queues;
  }
}
