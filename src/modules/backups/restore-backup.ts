import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams';
import type { StoredFile, StoredFiles } from '#modules/storage/index.js';
import type { OpenDatabase } from '#platform/database/open-database.js';
import { connectAlone } from '#platform/database/dedicated-client.js';
import { knownMigrations, migrate, migrateTo } from '#platform/database/migrate.js';
import { createQueues } from '#platform/jobs/job-queues.js';
import { BackupError, type BackupHeader, JOBS_TABLE } from './backup-format.js';
import { readBackup } from './read-backup.js';
import { listTables, quoted } from './snapshot.js';
import type { BackupProgress, BackupReport, BackupSources } from './write-backup.js';

/** Tables whose rows an installation makes by itself before anybody used it. */
const MADE_BY_ITSELF: ReadonlySet<string> = new Set(['public.installation_settings']);
const STAGE = 'restored_jobs';

/** @throws BackupError for a backup of a later version. */
export function requireKnownVersion({ migrations, version }: BackupHeader): void {
  const known = knownMigrations();
  if (migrations.every((name) => known.has(name))) return;
  throw new BackupError(
    `The backup was made by Bindery ${version}, which is later than this one: use that version or a later one.`,
  );
}

/** @throws BackupError where there is anything in the database. */
export async function requireEmpty(dataSource: OpenDatabase['dataSource']): Promise<void> {
  const client = await connectAlone(dataSource);
  try {
    await requireNoRows(client);
  } finally {
    await client.end();
  }
}

/**
 * Puts a backup into an empty installation: the database in one transaction, the files before it ends. Then the database is brought
 * up to date.
 * @param path of a backup that was read and found good; its sums are checked once more.
 * @throws BackupError where the installation is not empty, or the backup not good.
 */
export async function restoreBackup(
  path: string,
  { dataSource, files }: BackupSources,
  progress?: BackupProgress,
): Promise<BackupReport & { migrations: string[] }> {
  const restoring = new Restoring(dataSource, files);
  const report = await restoring.run(path, progress);
  return { ...report, migrations: await migrate(dataSource) };
}

class Restoring {
  private client!: Client;
  private readonly written: StoredFile[] = [];
  private copying: { table: string; stream: CopyStreamQuery } | undefined;
  private foreignKeys: { table: string; name: string; definition: string }[] = [];
  private header!: BackupHeader;

  constructor(
    private readonly dataSource: OpenDatabase['dataSource'],
    private readonly files: StoredFiles,
  ) {}

  async run(path: string, progress?: BackupProgress): Promise<BackupReport> {
    this.client = await connectAlone(this.dataSource);
    try {
      const report = await readBackup(
        path,
        {
          begin: (header) => this.begin(header),
          rows: (table, part) => this.addRows(table, part),
          endRows: () => this.endRows(),
          file: async (file, size, source) => {
            if (await this.files.write(file, size, source)) this.written.push(file);
          },
        },
        progress,
      );
      await this.client.query('commit');
      await this.client.query('analyze');
      return report;
    } catch (error) {
      await this.client.query('rollback').catch(() => undefined);
      for (const file of this.written) await this.files.remove(file).catch(() => undefined);
      throw error;
    } finally {
      await this.client.end().catch(() => undefined);
    }
  }

  private async begin(header: BackupHeader): Promise<void> {
    requireKnownVersion(header);
    await requireNoRows(this.client);
    this.header = header;
    await requireNothingLater(this.client, header);
    await migrateTo(this.dataSource, new Set(header.migrations));
    if (header.queues.length > 0) await createQueues(this.dataSource, header.queues);
    await this.client.query('begin');
    await this.dropForeignKeys();
    // From here on nobody else writes, and whoever did before is found.
    await requireNoRows(this.client);
    const tables = (await listTables(this.client, false)).map(({ name }) => name);
    requireOwn(header, tables);
    await this.client.query(`truncate ${tables.join(', ')}`);
    const { columns } = header.tables.find(({ name }) => name === JOBS_TABLE) ?? { columns: [] };
    if (columns.length > 0)
      await this.client.query(
        `create temporary table ${STAGE} (${columns.map((name) => `${quoted(name)} text`).join(', ')}) on commit drop`,
      );
  }

  /** Tables refer to each other in circles: no order of theirs would do. */
  private async dropForeignKeys(): Promise<void> {
    const { rows } = await this.client.query<{ table: string; name: string; definition: string }>(
      `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
    );
    this.foreignKeys = rows;
    for (const { table, name } of rows)
      await this.client.query(`alter table ${table} drop constraint ${name}`);
  }

  private async addRows(table: string, part: Buffer): Promise<void> {
    if (this.copying?.table !== table) {
      await this.endCopy();
      const columns = this.header.tables.find(({ name }) => name === table)?.columns ?? [];
      const target = table === JOBS_TABLE ? STAGE : table;
      const stream = this.client.query(
        copyFrom(`copy ${target} (${columns.map(quoted).join(', ')}) from stdin`),
      );
      // The calls that write to it, or end it, throw its errors.
      stream.on('error', () => undefined);
      this.copying = { table, stream };
    }
    const { stream } = this.copying!;
    await new Promise<void>((done, fail) => stream.write(part, (error) => (error ? fail(error) : done())));
  }

  private async endCopy(): Promise<void> {
    if (!this.copying) return;
    const { stream } = this.copying;
    this.copying = undefined;
    stream.end();
    await finished(stream);
  }

  private async endRows(): Promise<void> {
    await this.endCopy();
    await this.addJobs();
    for (const [name, value] of Object.entries(this.header.sequences))
      await this.client.query('select setval($1::regclass, $2)', [name, value]);
    for (const { table, name, definition } of this.foreignKeys)
      await this.client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }

  /** The queue may be of a later version with other columns. */
  private async addJobs(): Promise<void> {
    const stored = this.header.tables.find(({ name }) => name === JOBS_TABLE)?.columns ?? [];
    if (stored.length === 0) return;
    const { rows } = await this.client.query<{ name: string; type: string }>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = $1::regclass and attname = any($2) and attnum > 0 and not attisdropped`,
      [JOBS_TABLE, stored],
    );
    const columns = rows.map(({ name }) => quoted(name)).join(', ');
    const values = rows.map(({ name, type }) => `${quoted(name)}::${type}`).join(', ');
    await this.client.query(`insert into ${JOBS_TABLE} (${columns}) select ${values} from ${STAGE}`);
  }
}

/** The tables must be those that the backup was made of, with the same columns. */
async function requireNothingLater(client: Client, { migrations }: BackupHeader): Promise<void> {
  const found = await client.query("select 1 where to_regclass('public.schema_migrations') is not null");
  if (found.rows.length === 0) return;
  const { rows } = await client.query('select 1 from schema_migrations where name <> all($1) limit 1', [
    migrations,
  ]);
  if (rows.length > 0)
    throw new BackupError(
      'The database has the tables of a later version than the backup, without rows: restore into a new, empty database.',
    );
}

/** A file that somebody made up must not write anywhere else in the database. */
function requireOwn(header: BackupHeader, tables: readonly string[]): void {
  const own = new Set([...tables, JOBS_TABLE]);
  const names = [...header.tables.map(({ name }) => name)];
  if (
    names.every((name) => own.has(name)) &&
    Object.keys(header.sequences).every((name) => name.startsWith('public.'))
  )
    return;
  throw new BackupError('The backup has tables that do not belong to Bindery.');
}

async function requireNoRows(client: Client): Promise<void> {
  const tables = await listTables(client, false);
  if (tables.length > 0 && !tables.some(({ name }) => name === 'public.organizations'))
    throw new BackupError(
      'The database has tables that do not belong to Bindery: restore into an empty database.',
    );
  for (const { name } of tables) {
    if (MADE_BY_ITSELF.has(name)) continue;
    const { rows } = await client.query(`select 1 from ${name} limit 1`);
    if (rows.length > 0)
      throw new BackupError(
        `The installation is not empty: there are rows in ${name.replace('public.', '')}. Restore into an empty database, or another DATA_DIR.`,
      );
  }
}
