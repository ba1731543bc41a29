import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../database/database.js';
import { isUnavailable } from '../database/database-errors.js';
import { whenAvailable } from '../database/when-available.js';
import type { Logger } from '../logging/logger.js';

/** Part of the statement by which pg-boss takes a job. */
const TAKES = /(\bjob j SET\s+state = 'active',)/;
/** An answer that was lost is looked for when no other one can be on its way. */
const LOOK_AFTER_MS = 15_000;

/**
 * Sends the statements of pg-boss. Those that it sends on its own wait for a database that is away. A job that was taken, but whose answer was lost
 * with the connection, is found by the number of the process, which jobs that are worked on keep where their output will be.
 */
export class QueueStatements {
  /** Set in what the queue does on its own, such as noting what came of a job. */
  private readonly own = new AsyncLocalStorage<true>();
  /** Ids of the jobs that this process took, until it is noted what came of them. */
  private readonly taken = new Set<string>();
  private lastFault: number | undefined;
  private isStopped = false;

  constructor(
    private readonly db: Database,
    private readonly logger: Logger,
    private readonly place: { schema: string; process: number },
  ) {}

  /**
   * pg-boss sends several statements at once when they have no parameters. A prepared one would sooner or later get a
   * plan for all queues, each a separate table, on every connection; planning for the one named queue takes next to no
   * time. The same goes for our own statements about one queue.
   */
  async execute(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const marked = text.replace(TAKES, `$1 output = '{"process":${this.place.process}}',`);
    const send = () => this.noting(() => this.db.script(marked, values?.length ? values : undefined));
    // A job whose end is not noted is done again, once its time is up.
    const isPatient = this.own.getStore() === true && !this.db.inTransaction;
    const rows = await (isPatient ? this.whenAvailable(send) : send());
    if (marked !== text) for (const { id } of rows) this.take(String(id));
    const [, ids] = values ?? [];
    if (Array.isArray(ids)) for (const id of ids) this.taken.delete(String(id));
    return { rows };
  }

  /** The process has this job, until `execute` sends what came of it. */
  take(id: string): void {
    this.taken.add(id);
  }

  /** Has jobs done that were taken for this process, but never reached it. To be called now and then. */
  async releaseLost(): Promise<void> {
    if (this.lastFault === undefined || Date.now() - this.lastFault < LOOK_AFTER_MS) return;
    const released = await this.db.execute(
      `update ${this.place.schema}.job set state = 'retry', start_after = now(), started_on = null
       where state = 'active' and output ->> 'process' = $1 and id <> all($2::uuid[])
         and started_on < now() - interval '10 seconds'`,
      [String(this.place.process), [...this.taken]],
    );
    this.lastFault = undefined;
    if (released > 0) this.logger.info('Jobs whose connection was lost are run', { jobs: released });
  }

  /** Notes when the database was away: the answer to a statement may be lost, and the statement not. */
  async noting<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isUnavailable(error)) this.lastFault = Date.now();
      throw error;
    }
  }

  /** Statements of `work` are those of the queue. */
  asQueue<T>(work: () => T): T {
    return this.own.run(true, work);
  }

  /** Statements of `work`, which the queue calls, are those of a job. */
  asJob<T>(work: () => T): T {
    return this.own.exit(work);
  }

  /** Does `work` again for as long as the database is away and the process does not stop. */
  whenAvailable<T>(work: () => Promise<T>): Promise<T> {
    return whenAvailable(work, {
      isOver: () => this.isStopped,
      onFailure: (error) => this.logger.warn('The job queue waits for the database', { err: error }),
    });
  }

  /** Waits for nothing any more. */
  stop(): void {
    this.isStopped = true;
  }
}
