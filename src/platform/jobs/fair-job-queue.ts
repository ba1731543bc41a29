import type { Database } from '../database/database.js';
import { REGISTERED_PROCESSES } from './worker-registration.js';

/** A job that this process has taken. */
export interface TakenJob {
  id: string;
  data: object;
  expireInSeconds: number;
}

/** Of a job; those of nobody in particular are one organization's. */
const ORGANIZATION = `coalesce(data ->> 'organizationId', '')`;

/** For each table of a queue: what waits, who was served last, and what is worked on. */
const INDEXES = {
  turn: `((${ORGANIZATION}), start_after, id) where state < 'active'`,
  last: `((${ORGANIZATION}), started_on) where started_on is not null`,
  busy: `((${ORGANIZATION})) where state = 'active'`,
};

/**
 * Gives the jobs of a queue out so that organizations take turns: the next one is of an organization below its limit that has the
 * fewest at work, of those the one that was served longest ago, and of its jobs the one that has been due for longest. It asks the
 * indexes a few times for each organization that has something waiting, however much that is.
 *
 * The rest is the queue's: a job is set active as pg-boss does it, and ends, expires and is tried again with pg-boss. Jobs of processes
 * that are gone count for nobody's limit; an active job keeps the number of its process where its output will be.
 */
export class FairJobQueue {
  constructor(
    private readonly db: Database,
    private readonly schema: string,
    private readonly processNumber: number,
  ) {}

  /** Creates what `take` looks things up by, in a transaction that no other process has at the same time. */
  async createIndexes(queues: readonly string[]): Promise<void> {
    const tables = await this.db.query<{ table: string }>(
      `select partition_name as table from ${this.schema}.queue where name = any($1)`,
      [queues],
    );
    for (const { table } of tables) {
      for (const [name, definition] of Object.entries(INDEXES)) {
        const index = `${table}_${name}`;
        const [known] = await this.db.query('select to_regclass($1) as index', [`${this.schema}.${index}`]);
        // Creating it would wait for all who write there, also where there is nothing to create.
        if (!known?.['index'])
          await this.db.execute(`create index ${index} on ${this.schema}.${table} ${definition}`);
      }
    }
  }

  /**
   * Takes the next job for this process, or none when all that is due is of organizations at their limit.
   * @param atOnceEach how many jobs of one organization all processes together work on.
   */
  take(queue: string, atOnceEach: number): Promise<TakenJob | undefined> {
    return this.db.transaction(async () => {
      // The lock is a separate statement, so that the next one sees the jobs that others took before.
      await this.db.query('select pg_advisory_xact_lock(hashtext($1))', [`turns of ${queue}`]);
      const [job] = await this.db.script<TakenJob & { [column: string]: unknown }>(
        takeStatement(this.schema),
        [queue, atOnceEach, JSON.stringify({ process: this.processNumber })],
      );
      return job;
    });
  }
}

/**
 * Parameters: queue, limit, and what active jobs have in place of an output. It is planned for the one queue each time, as a job's table is
 * that of its queue.
 */
export function takeStatement(schema: string): string {
  const jobs = (rest: string): string => `from ${schema}.job where name = $1 and ${rest}`;
  const waiting = `state < 'active'`;
  return `with recursive waiting as (
      (select ${ORGANIZATION} as organization ${jobs(waiting)} order by 1 limit 1)
      union all
      select (select ${ORGANIZATION} ${jobs(`${waiting} and ${ORGANIZATION} > w.organization`)} order by 1 limit 1)
      from waiting w where w.organization is not null
    ), busy as (
      select ${ORGANIZATION} as organization, count(*) as jobs ${jobs(`state = 'active'`)}
        and (output ->> 'process')::int8 in (${REGISTERED_PROCESSES})
      group by 1
    ), turns as materialized (
      select organization from waiting left join busy using (organization)
      where organization is not null and coalesce(busy.jobs, 0) < $2
      order by coalesce(busy.jobs, 0),
        (select max(started_on) ${jobs(`${ORGANIZATION} = organization`)}) nulls first,
        (select min(start_after) ${jobs(`${waiting} and ${ORGANIZATION} = organization`)})
    ), next as (
      select due.id from turns cross join lateral (
        select id ${jobs(`${waiting} and ${ORGANIZATION} = organization and start_after < now()`)}
        order by start_after, id limit 1 for update skip locked) as due
      limit 1
    )
    update ${schema}.job j set state = 'active', started_on = now(), output = $3,
      retry_count = case when started_on is null then retry_count else retry_count + 1 end
    from next where j.name = $1 and j.id = next.id
    returning j.id, j.data, extract(epoch from j.expire_in)::float8 as "expireInSeconds"`;
}
