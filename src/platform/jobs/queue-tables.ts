import type PgBoss from 'pg-boss';
import type { Database } from '../database/database.js';
import type { JobHandlerOptions } from './on-job.js';
import type { FairJobQueue } from './fair-job-queue.js';

export const JOBS_SCHEMA = 'jobs';
/** Jobs of which there is one for each key at most. */
export const WAITING = `state = 'created' and singleton_key is not null and singleton_on is null`;
export const RETRY = { retryLimit: 5, retryDelay: 2, retryBackoff: true };
const WAITING_INDEX = 'job_waiting_key';

/** Creates the tables that queues need beside those that pg-boss creates at its start. Replicas that start together take turns. */
export class QueueTables {
  constructor(
    private readonly db: Database,
    private readonly boss: PgBoss,
    private readonly fairQueue: FairJobQueue,
  ) {}

  /** Creates what is missing of these queues. */
  async create(handlers: readonly JobHandlerOptions[]): Promise<void> {
    await this.createWaitingIndex();
    const known = new Set((await this.boss.getQueues()).map((queue) => queue.name));
    for (const handler of handlers) if (!known.has(handler.name)) await this.createQueue(handler);
    const inTurn = handlers.filter(({ atOnceEach }) => atOnceEach !== undefined).map(({ name }) => name);
    if (inTurn.length > 0) await this.alone(() => this.fairQueue.createIndexes(inTurn));
  }

  /** pg-boss lets queues have at most one job with a key or any number, not both. */
  private async createWaitingIndex(): Promise<void> {
    const [known] = await this.db.query('select to_regclass($1) as index', [
      `${JOBS_SCHEMA}.${WAITING_INDEX}`,
    ]);
    if (known?.['index']) return;
    await this.alone(async () => {
      await this.db.execute(
        `delete from ${JOBS_SCHEMA}.job where ${WAITING} and (name, id) not in (
           select distinct on (name, singleton_key) name, id from ${JOBS_SCHEMA}.job where ${WAITING}
           order by name, singleton_key, created_on)`,
      );
      await this.db.execute(
        `create unique index if not exists ${WAITING_INDEX} on ${JOBS_SCHEMA}.job (name, singleton_key) where ${WAITING}`,
      );
    });
  }

  private async createQueue({ name, timeoutSeconds }: JobHandlerOptions): Promise<void> {
    await this.alone(() =>
      this.boss.createQueue(name, {
        name,
        policy: 'standard',
        ...RETRY,
        expireInSeconds: timeoutSeconds ?? 900,
      }),
    );
  }

  private async alone(work: () => Promise<unknown>): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.query('select pg_advisory_xact_lock(hashtext($1))', [JOBS_SCHEMA]);
      await work();
    });
  }
}
