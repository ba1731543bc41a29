import PgBoss from 'pg-boss';
import { poolOf } from '../database/data-source.js';
import type { OpenDatabase } from '../database/open-database.js';
import { JOBS_SCHEMA, RETRY } from './queue-tables.js';

/** A queue as it is made anew elsewhere. */
export interface StoredQueue {
  name: string;
  expireInSeconds: number;
}

/** Statement that lists the queues, each as JSON. */
export const STORED_QUEUES = `select json_build_object('name', name, 'expireInSeconds', expire_seconds) as queue
  from ${JOBS_SCHEMA}.queue order by name`;

/** Jobs that are still to be done, or that operators still look at. */
export const STORED_JOBS = `from ${JOBS_SCHEMA}.job where state in ('created', 'retry', 'active', 'failed')`;

/** Creates the tables of these queues that are missing, without working on any of their jobs. */
export async function createQueues(
  dataSource: OpenDatabase['dataSource'],
  queues: readonly StoredQueue[],
): Promise<void> {
  const executeSql = async (text: string, values?: unknown[]) =>
    poolOf(dataSource).query<Record<string, unknown>>(text, values?.length ? values : undefined);
  const boss = new PgBoss({ db: { executeSql }, schema: JOBS_SCHEMA, schedule: false, supervise: false });
  await boss.start();
  try {
    for (const { name, expireInSeconds } of queues)
      await boss.createQueue(name, { name, policy: 'standard', ...RETRY, expireInSeconds });
  } finally {
    await boss.stop({ graceful: false, wait: false, close: false });
  }
}
