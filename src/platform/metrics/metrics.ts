import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { poolOf } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { shareFigures } from '../telemetry/figures.js';
import { readVersion } from '../health/version.js';

/** The metrics at `/metrics`, in the Prometheus text format. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'bindery_http_request_duration_seconds',
    help: 'Time to answer requests.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });
  private readonly jobs = new Counter({
    name: 'bindery_jobs_total',
    help: 'Jobs that ended, by name and outcome.',
    labelNames: ['name', 'outcome'] as const,
    registers: [this.registry],
  });

  constructor(db: Database) {
    shareFigures(this.registry);
    collectDefaultMetrics({ register: this.registry });
    const statements: Gauge<'by'> = new Gauge({
      name: 'bindery_database_statements',
      help: 'SQL statements sent since the start, by requests and by background work.',
      labelNames: ['by'] as const,
      registers: [this.registry],
      collect: (): void => {
        statements.set({ by: 'request' }, db.statements);
        statements.set({ by: 'background' }, db.backgroundStatements);
      },
    });
    const pool = poolOf(db.dataSource);
    this.addGauges(
      'bindery_database_connections',
      'Connections of the pool that are in use and idle, and requests and jobs that wait for one.',
      ['state'],
      async () => [
        { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
        { labels: { state: 'idle' }, value: pool.idleCount },
        { labels: { state: 'waiting' }, value: pool.waitingCount },
      ],
    );
    this.addGauges('bindery_build_info', 'The version that runs.', ['version'], async () => [
      { labels: { version: readVersion() }, value: 1 },
    ]);
  }

  observeRequest(method: string, route: string, status: number, seconds: number): void {
    this.requests.observe({ method, route, status: String(status) }, seconds);
  }

  /**
   * Adds figures of one kind, one for each set of labels, that are read when somebody asks for the metrics.
   * @param read where it fails, the figures are left out.
   */
  addGauges<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly { labels: Record<Label, string>; value: number }[]>,
  ): void {
    const gauge: Gauge<Label> = new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
      collect: async (): Promise<void> => {
        gauge.reset();
        for (const { labels, value } of await read().catch(() => [])) gauge.set(labels, value);
      },
    });
  }

  countJob(name: string, outcome: 'completed' | 'failed'): void {
    this.jobs.inc({ name, outcome });
  }

  /**
   * Adds a figure that is read when somebody asks for the metrics.
   * @param read answers null where there is no value; the figure is left out then, as it is where reading fails.
   */
  addGauge(name: string, help: string, read: () => Promise<number | null>): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [this.registry],
      collect: async (): Promise<void> => {
        const value = await read().catch(() => null);
        if (value === null) gauge.remove();
        else gauge.set(value);
      },
    });
  }

  /** Seconds by which the event loop was late since the figures were last read: in the middle, and at worst but for a hundredth. */
  async eventLoopDelay(): Promise<{ mean: number; p99: number }> {
    // Reading this one writes the others.
    await this.registry.getSingleMetric('nodejs_eventloop_lag_seconds')?.get();
    const read = async (name: string): Promise<number> =>
      (await this.registry.getSingleMetric(`nodejs_eventloop_lag_${name}_seconds`)?.get())?.values[0]
        ?.value ?? 0;
    return { mean: await read('mean'), p99: await read('p99') };
  }

  /** The text to serve and its content type. */
  async render(): Promise<{ body: string; contentType: string }> {
    return { body: await this.registry.metrics(), contentType: this.registry.contentType };
  }
}
