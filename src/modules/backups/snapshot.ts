import type { Client } from 'pg';
import { STORED_JOBS, STORED_QUEUES, type StoredQueue } from '#platform/jobs/job-queues.js';
import { type BackupHeader, type BackupTable, FORMAT, JOBS_TABLE } from './backup-format.js';

/** The migrations themselves make the rows of one; those of the other are about files in a folder, and not about content. */
const LEFT_OUT = ['schema_migrations', 'backup_runs'];

/** Reads what the database holds, in the transaction of the snapshot. */
export async function describeSnapshot(client: Client, version: string): Promise<BackupHeader> {
  const jobs = await hasJobs(client);
  const queues = jobs ? (await client.query<{ queue: StoredQueue }>(STORED_QUEUES)).rows : [];
  return {
    format: FORMAT,
    version,
    createdAt: await valueOf(client, 'select now() as value').then((at) => new Date(at).toISOString()),
    migrations: await columnOf(client, 'select name as value from schema_migrations order by timestamp, id'),
    tables: await listTables(client, jobs),
    sequences: await readSequences(client),
    queues: queues.map(({ queue }) => queue),
  };
}

/** Statement that copies the rows of a table out. */
export function copyOut({ name, columns }: BackupTable): string {
  const rows = name === JOBS_TABLE ? STORED_JOBS : `from ${name}`;
  return `copy (select ${columns.map(quoted).join(', ')} ${rows}) to stdout`;
}

/** A name in quotation marks. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The tables of the installation with the columns that hold values of their own. */
export async function listTables(client: Client, withJobs: boolean): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname || '.' || c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname <> all($1) or $2 and n.nspname || '.' || c.relname = $3)
     group by 1 order by 1`,
    [LEFT_OUT, withJobs, JOBS_TABLE],
  );
  return rows;
}

async function hasJobs(client: Client): Promise<boolean> {
  return (await client.query('select 1 where to_regclass($1) is not null', [JOBS_TABLE])).rows.length > 0;
}

async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null and sequencename not like 'schema_migrations%'`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function columnOf(client: Client, sql: string): Promise<string[]> {
  return (await client.query<{ value: string }>(sql)).rows.map(({ value }) => value);
}

async function valueOf(client: Client, sql: string): Promise<string> {
  return (await columnOf(client, sql))[0] ?? '';
}
