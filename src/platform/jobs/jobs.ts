import { AsyncResource } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DecoratedMethods } from '../discovery/decorated-methods.js';
import PgBoss from 'pg-boss';
import { Database } from '../database/database.js';
import { newId } from '../ids/ids.js';
import { runWithContext } from '../logging/context.js';
import { errorForLog, type LoggedError } from '../logging/error-for-log.js';
import { Logger } from '../logging/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { collectHandlers, type JobHandler } from './job-handlers.js';
import { inJobSpan } from '../telemetry/telemetry.js';
import { WorkerRegistration } from './worker-registration.js';
import { JOBS_SCHEMA, QueueTables, RETRY, WAITING } from './queue-tables.js';
import { type FairJobQueueOptions, FairJobQueues } from './fair-job-queues.js';
import { FairJobQueue } from './fair-job-queue.js';
import { QueueStatements } from './queue-statements.js';

const SEND_ATTEMPTS = 5;
/** Polling interval for jobs queued by other processes or scheduled for later. */
const LOOK_EVERY_MS = 5_000;
const LONGEST_LOOK_MS = 30_000;
/** Workers are woken. On their own each would look as often, for its one queue. */
const WORKER_SLEEP_SECONDS = 86_400;
/** For noting what came of the last jobs when the server stops. */
const LAST_NOTES_MS = 5_000;
/** Operators look at failed jobs, and run them again, for so long. */
const FAILED_KEPT_SECONDS = 7 * 86_400;
/** For what runs when the server stops. */
const STOP_MS = 20_000;

export interface EnqueueOptions {
  /**
   * At most one job with this key waits. One that runs does not count, as it may have looked already: a job starts after what
   * was committed with each call.
   */
  singletonKey?: string;
  /** One job with this key, also when it ran already; the queue remembers it for twelve hours after that. */
  onceKey?: string;
  startAfterSeconds?: number;
  /**
   * At most one job with the `singletonKey` in so many seconds: the first starts at once, one more when they are over, and whatever is
   * asked for in between is left to that one. The job has to find out what there is to do.
   */
  onceInSeconds?: number;
  /** Number of retries; five when absent. The backoff doubles, from two seconds on. */
  retries?: number;
}

/**
 * Background work on pg-boss: claimed by one process, retried five times with growing pauses, kept as failed after that. Where
 * organizations take turns, `FairJobQueue` says which job is next; everything else is pg-boss's there too.
 * What a process was doing when it was killed is done by the next one to start, or by another once its time is up.
 * Inside a transaction a job is sent with it: it exists only if the transaction commits.
 */
@Injectable()
export class Jobs implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly boss: PgBoss;
  private readonly statements: QueueStatements;
  private readonly registration: WorkerRegistration;
  private readonly tables: QueueTables;
  private readonly fairQueues: FairJobQueues;
  private handlers = new Map<string, JobHandler>();
  /** Of the queues that had a job so far. */
  private readonly workers = new Map<string, Promise<string>[]>();
  private looking: NodeJS.Timeout | undefined;
  /** Async context in which workers start, so that their work does not count for the request that first wakes them. */
  private readonly outside = new AsyncResource('Jobs');
  /** Jobs that run, and statements of the queue: what the database must stay open for. */
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly methods: DecoratedMethods,
  ) {
    this.registration = new WorkerRegistration(db);
    const { number } = this.registration;
    this.statements = new QueueStatements(db, logger, { schema: JOBS_SCHEMA, process: number });
    const executeSql = (text: string, values?: unknown[]) =>
      this.track(this.statements.execute(text, values));
    const archiveFailedAfterSeconds = FAILED_KEPT_SECONDS;
    this.boss = new PgBoss({
      db: { executeSql },
      schema: JOBS_SCHEMA,
      schedule: false,
      archiveFailedAfterSeconds,
    });
    const fairQueue = new FairJobQueue(db, JOBS_SCHEMA, number);
    this.tables = new QueueTables(db, this.boss, fairQueue);
    this.fairQueues = new FairJobQueues(this.boss, fairQueue, this.statements, logger);
    this.boss.on('error', (error) => logger.warn('The job queue reported an error', { err: error }));
  }

  /**
   * Adds a job.
   * @param name as declared by the one `@OnJob(name)`; throws for an unknown name.
   * @param data ids and primitives; the handler reloads state. Throws for a job of a fair queue without an
   * organization.
   */
  async enqueue(name: string, data: object, options: EnqueueOptions = {}): Promise<void> {
    this.check(name, data);
    const send = (): Promise<void> => this.send(name, data, options);
    // The next tick may be a day away.
    const isTick = options.onceKey !== undefined && !this.db.inTransaction;
    await (isTick ? this.statements.whenAvailable(send) : send());
    if (!options.startAfterSeconds) this.db.afterCommit(() => this.wake(name));
  }

  /** One that waits is kept waiting until the transaction ends: nobody may take it before what it is to find is there. */
  private async send(name: string, data: object, options: EnqueueOptions): Promise<void> {
    const { singletonKey, onceInSeconds } = options;
    const isOneWaiting = singletonKey !== undefined && onceInSeconds === undefined;
    for (let attempt = 0; attempt < SEND_ATTEMPTS; attempt++) {
      if (isOneWaiting && (await this.holdWaiting(name, singletonKey))) return;
      const sent = await this.boss.send(name, data, {
        ...RETRY,
        ...(options.onceKey ? { id: idOf(options.onceKey) } : {}),
        ...(singletonKey ? { singletonKey } : {}),
        ...(onceInSeconds ? { singletonSeconds: onceInSeconds, singletonNextSlot: true } : {}),
        ...(options.retries === undefined ? {} : { retryLimit: options.retries }),
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
      });
      // Another one was first; by now it may have been taken.
      if (sent !== null || !isOneWaiting) return;
    }
    throw new Error(`The job "${name}" with the key "${singletonKey}" could not be added.`);
  }

  private async holdWaiting(name: string, key: string): Promise<boolean> {
    const waiting = await this.db.script(
      `select 1 from ${JOBS_SCHEMA}.job where name = $1 and singleton_key = $2 and ${WAITING} for key share`,
      [name, key],
    );
    return waiting.length > 0;
  }

  /** Adds a job of each name, all with the same data, in one statement. */
  async enqueueEach(names: readonly string[], data: object): Promise<void> {
    if (names.length === 0) return;
    for (const name of names) this.check(name, data);
    await this.boss.insert(names.map((name) => ({ name, data, ...RETRY })));
    this.db.afterCommit(() => names.forEach((name) => this.wake(name)));
  }

  private check(name: string, data: object): void {
    const handler = this.handlers.get(name);
    if (!handler) throw new Error(`No handler for the job "${name}".`);
    if (handler.atOnceEach !== undefined && organizationOf(data) === undefined)
      throw new Error(`The job "${name}" is to name its organizationId.`);
  }

  /** Names of the jobs that have a handler. */
  get names(): string[] {
    return [...this.handlers.keys()];
  }

  async onApplicationBootstrap(): Promise<void> {
    this.handlers = collectHandlers(this.methods);
    await this.boss.start();
    await this.tables.create([...this.handlers.values()]);
    await this.registration.register(() => this.releaseOrphans());
    this.looking = setTimeout(() => void this.track(this.poll()), LOOK_EVERY_MS);
    await this.track(this.poll());
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.looking);
    this.looking = undefined;
    await Promise.all([
      this.boss.stop({ graceful: true, wait: true, timeout: STOP_MS, close: false }),
      this.fairQueues.stop(STOP_MS),
    ]);
    // The queue does not wait until it has noted what came of its last jobs; the database is closed next.
    // A job that hangs is run again after the next start.
    const latest = Date.now() + LAST_NOTES_MS;
    while (this.underWay.size > 0 && Date.now() < latest)
      await Promise.race([Promise.allSettled(this.underWay), delay(100, undefined, { ref: false })]);
    this.statements.stop();
    this.registration.deregister();
  }

  private track<T>(work: Promise<T>): Promise<T> {
    this.underWay.add(work);
    const forget = () => void this.underWay.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Nobody is left who could be running these. One that kills its process every time runs out of retries. */
  private async releaseOrphans(): Promise<void> {
    const released = await this.db.execute(
      `update ${JOBS_SCHEMA}.job set state = 'retry', start_after = now()
       where state = 'active' and retry_count < retry_limit`,
    );
    if (released > 0) this.logger.info('Jobs that a killed process left are run again', { jobs: released });
  }

  /**
   * One statement for all queues, and nothing is asked of those that are empty. Of each it looks for one job, so that it costs the same
   * however many there are; `exists` would read them all, as the database makes a join of it.
   */
  private async poll(): Promise<void> {
    try {
      // A connection that gives no answer is not waited for.
      await Promise.race([this.wakeWhereDue(), delay(LONGEST_LOOK_MS, undefined, { ref: false })]);
    } catch (error) {
      this.logger.warn('The job queue could not be read', { err: error });
    }
    this.looking?.refresh();
  }

  private async wakeWhereDue(): Promise<void> {
    const waiting = await this.db.query<{ name: string }>(
      `select q.name from unnest($1::text[]) as q (name) cross join lateral (
         select from ${JOBS_SCHEMA}.job j where j.name = q.name and j.state < 'active' and j.start_after < now()
         limit 1) as due`,
      [this.names],
    );
    for (const { name } of waiting) this.wake(name);
    await this.statements.releaseLost();
  }

  private startWorkers(handler: JobHandler): Promise<string>[] {
    const options = { batchSize: 1, pollingIntervalSeconds: WORKER_SLEEP_SECONDS };
    const take: PgBoss.WorkHandler<object> = async ([job]) => {
      if (!job) return;
      // There may be more: a row of jobs must not wait until it is looked for.
      this.wake(handler.name);
      await this.track(this.statements.asJob(() => this.run(handler, job.id, job.data)));
    };
    return Array.from({ length: handler.atOnce ?? 1 }, () =>
      this.statements.asQueue(() => this.boss.work<object>(handler.name, options, take)),
    );
  }

  private async run(handler: JobHandler, jobId: string, data: object): Promise<void> {
    const organization = organizationOf(data);
    await runWithContext({ jobId, requestId: newId(), ...(organization && { organization }) }, async () => {
      try {
        await inJobSpan(handler.name, () => handler.run(data));
        this.metrics.countJob(handler.name, 'completed');
      } catch (error) {
        this.metrics.countJob(handler.name, 'failed');
        this.logger.warn(`The job ${handler.name} failed and will be tried again`, { err: error });
        // The queue keeps what it is thrown, members and all.
        throw new JobFailed(errorForLog(error));
      }
    });
  }

  /** A job sent here need not wait until it is looked for. */
  private wake(name: string): void {
    const handler = this.handlers.get(name);
    if (!handler || !this.looking) return;
    this.outside.runInAsyncScope(() => {
      const { atOnce = 1, atOnceEach } = handler;
      const run: FairJobQueueOptions['run'] = ({ id, data }) => this.track(this.run(handler, id, data));
      if (atOnceEach !== undefined) return this.fairQueues.wake({ name, atOnce, atOnceEach, run });
      const workers = this.workers.get(name);
      if (workers) for (const worker of workers) void worker.then((id) => this.boss.notifyWorker(id));
      else this.workers.set(name, this.startWorkers(handler));
    });
  }
}

function organizationOf(data: object): string | undefined {
  return 'organizationId' in data && typeof data.organizationId === 'string'
    ? data.organizationId
    : undefined;
}

/** The stored error of a failed job, without texts of users. */
class JobFailed extends Error {
  override readonly cause: LoggedError;

  constructor(cause: LoggedError) {
    super(cause.message);
    this.cause = cause;
  }
}

/** Jobs with the same id are the same job. */
function idOf(key: string): string {
  const digits = createHash('sha256').update(key).digest('hex');
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
