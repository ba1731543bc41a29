import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type Page, type PageRequest, paginate } from '../database/pagination.js';
import { JOBS_SCHEMA } from './queue-tables.js';
import { REGISTERED_PROCESSES_LOCKS } from './worker-registration.js';

/** States of a job as people read them, and as the queue keeps them: those that wait wait for their first or another attempt. */
export const JOB_STATES = {
  failed: `state = 'failed'`,
  waiting: `state < 'active'`,
  active: `state = 'active'`,
} as const;

export type JobState = keyof typeof JOB_STATES;

/** The jobs of one name, by state. */
export interface QueueCounts {
  name: string;
  waiting: number;
  active: number;
  failed: number;
  /** Time at which the job that has been due for longest was due; null when none is. */
  dueSince: Date | null;
}

/** A job as operators see it: nothing of what it works on but the names of its data. */
export interface ListedJob {
  id: string;
  name: string;
  organizationId: string | null;
  /** Attempts that ended. */
  attempts: number;
  createdAt: Date;
  startsAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
  /** Message of the last attempt that failed. */
  error: string | null;
  /** Names of the members of its data. */
  members: string[];
  /** Id, or mail address, of the person that the data names as the one to be told. */
  recipient: string | null;
}

/** A process of this installation, as the database sees it. */
export interface ServerProcess {
  number: number;
  address: string | null;
  since: Date;
}

/** Jobs to act on: one, or all of a queue in a state. */
export type ChosenJobs = { id: string; name: string } | { name: string; state: JobState };

/** Looks at the queues, and acts on jobs, for operators. */
@Injectable()
export class JobAdministration {
  constructor(private readonly db: Database) {}

  /** Queues that have jobs which have not ended well, by name. */
  countQueues(): Promise<QueueCounts[]> {
    return this.db.query<QueueCounts & { [column: string]: unknown }>(
      `select name, count(*) filter (where ${JOB_STATES.waiting})::int as waiting,
         count(*) filter (where ${JOB_STATES.active})::int as active,
         count(*) filter (where ${JOB_STATES.failed})::int as failed,
         min(start_after) filter (where ${JOB_STATES.waiting} and start_after < now()) as "dueSince"
       from ${JOBS_SCHEMA}.job where state < 'completed' or state = 'failed' group by name order by name`,
    );
  }

  /** Jobs in a state, newest first. @param queues only of these names. @throws BadRequest for a cursor of another list. */
  list(state: JobState, queues: readonly string[] | null, page: PageRequest): Promise<Page<ListedJob>> {
    return paginate<ListedJob>(this.db, page, {
      select: `id, name, data ->> 'organizationId' as "organizationId",
        retry_count + case when ${JOB_STATES.failed} then 1 else 0 end as attempts, created_on as "createdAt",
        start_after as "startsAt", started_on as "startedAt", completed_on as "endedAt", output ->> 'message' as error,
        coalesce(data ->> 'recipientId', data ->> 'userId', data ->> 'email') as recipient,
        case jsonb_typeof(data) when 'object' then array(select jsonb_object_keys(data) order by 1) else '{}' end as members`,
      from: `from ${JOBS_SCHEMA}.job where ${JOB_STATES[state]} and ($1::text[] is null or name = any($1))`,
      values: [queues],
      by: [
        { sql: 'created_on', type: 'timestamptz', direction: 'desc' },
        { sql: 'id', type: 'uuid', direction: 'desc' },
      ],
    });
  }

  /**
   * Has jobs run as soon as a worker is free: those that failed get one more attempt, those that wait for another one do not wait.
   * Joins the caller's transaction.
   * @returns how many they were.
   */
  async runAgain(jobs: ChosenJobs): Promise<number> {
    const { condition, values } = conditionFor(jobs);
    // By the old times the queue would archive the job, or give it up, before it runs.
    return this.db.execute(
      `update ${JOBS_SCHEMA}.job set state = case when ${JOB_STATES.failed} then 'retry' else state end, start_after = now(),
         completed_on = null, keep_until = greatest(keep_until, now() + interval '14 days'),
         retry_limit = case when ${JOB_STATES.failed} then retry_count + 1 else retry_limit end
       where ${condition} and (${JOB_STATES.failed} or ${JOB_STATES.waiting})`,
      values,
    );
  }

  /** Deletes jobs that failed or wait; one that runs goes on. Joins the caller's transaction. @returns how many they were. */
  async drop(jobs: ChosenJobs): Promise<number> {
    const { condition, values } = conditionFor(jobs);
    return this.db.execute(
      `delete from ${JOBS_SCHEMA}.job where ${condition} and (${JOB_STATES.failed} or ${JOB_STATES.waiting})`,
      values,
    );
  }

  /** Processes that work on the jobs, the oldest first: all replicas of this installation. */
  listProcesses(): Promise<ServerProcess[]> {
    return this.db.query<ServerProcess & { [column: string]: unknown }>(
      `select l.number, host(a.client_addr) as address, a.backend_start as since
       from (${REGISTERED_PROCESSES_LOCKS}) l join pg_stat_activity a on a.pid = l.pid order by a.backend_start, l.number`,
    );
  }

  /** When a job of each of these names last ended well; names whose last run the queue has forgotten are missing. */
  async lastRuns(names: readonly string[]): Promise<Map<string, Date>> {
    const rows = await this.db.query<{ name: string; at: Date }>(
      `select n.name, max(j.completed_on) as at from unnest($1::text[]) n (name)
       join ${JOBS_SCHEMA}.job j on j.name = n.name and j.state = 'completed' group by n.name`,
      [names],
    );
    return new Map(rows.map(({ name, at }) => [name, at]));
  }
}

function conditionFor(jobs: ChosenJobs): { condition: string; values: unknown[] } {
  if ('id' in jobs) return { condition: 'name = $1 and id::text = $2', values: [jobs.name, jobs.id] };
  return { condition: `name = $1 and ${JOB_STATES[jobs.state]}`, values: [jobs.name] };
}
