import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { BackupRunEntity } from './backup-run.entity.js';

export type BackupRun = Readonly<BackupRunEntity>;
/** The figures of a backup, as a run counts them. */
export type BackupContents = Record<'bytes' | 'rows' | 'files' | 'lost', number>;

/** Advisory lock of the process that works on a run; it is gone as soon as the process is. */
export const RUN_LOCK = 7_316_402_993;

const COLUMNS = entityColumns(BackupRunEntity);
const OPEN = `state in ('waiting', 'running')`;

/** Every query on `backup_runs`. */
@Injectable()
export class BackupRunsRepository {
  constructor(private readonly db: Database) {}

  /** Adds a run. @returns false where another one has not ended. */
  async insert(run: Pick<BackupRun, 'id' | 'kind' | 'name' | 'requestedBy' | 'createdAt'>): Promise<boolean> {
    const added = await this.db.execute(
      `insert into backup_runs (id, kind, name, state, attempts, requested_by, created_at)
       values ($1, $2, $3, 'waiting', 0, $4, $5) on conflict do nothing`,
      [run.id, run.kind, run.name, run.requestedBy, run.createdAt],
    );
    return added === 1;
  }

  /** The run that has not ended. */
  findOpen(): Promise<BackupRun | null> {
    return this.db.queryFirst<BackupRun>(`select ${COLUMNS} from backup_runs where ${OPEN}`);
  }

  /** The latest runs, newest first. */
  list(limit: number): Promise<BackupRun[]> {
    return this.db.query<BackupRun>(
      `select ${COLUMNS} from backup_runs order by created_at desc, id desc limit $1`,
      [limit],
    );
  }

  /** The latest runs that make a backup, newest first. */
  listBackups(limit: number): Promise<BackupRun[]> {
    return this.db.query<BackupRun>(
      `select ${COLUMNS} from backup_runs where kind = 'backup' order by created_at desc, id desc limit $1`,
      [limit],
    );
  }

  /** The last run that makes a backup and has ended. */
  lastEndedBackup(): Promise<BackupRun | null> {
    return this.db.queryFirst<BackupRun>(
      `select ${COLUMNS} from backup_runs where kind = 'backup' and ended_at is not null
       order by created_at desc, id desc limit 1`,
    );
  }

  /** Of each of these files, the last run that ended. */
  async lastOf(names: readonly string[]): Promise<Map<string, BackupRun>> {
    const rows = await this.db.query<BackupRun>(
      `select distinct on (name) ${COLUMNS} from backup_runs where name = any($1) and ended_at is not null
       order by name, created_at desc, id desc`,
      [names],
    );
    return new Map(rows.map((run) => [run.name, run]));
  }

  /** Inside a transaction: true while no process works on a run, and none begins before the transaction ends. */
  async isIdle(): Promise<boolean> {
    return (await this.db.queryValue<boolean>('select pg_try_advisory_xact_lock($1)', [RUN_LOCK])) === true;
  }

  /** Begins an attempt. The caller holds the lock of backups. @returns null for a run that has ended. */
  claim(id: string, host: string): Promise<BackupRun | null> {
    return this.db.queryFirst<BackupRun>(
      `update backup_runs set state = 'running', attempts = attempts + 1, host = $2, progress = null
       where id = $1 and ${OPEN} returning ${COLUMNS}`,
      [id, host],
    );
  }

  async setProgress(id: string, progress: string): Promise<void> {
    await this.db.execute(`update backup_runs set progress = $2 where id = $1 and ${OPEN}`, [id, progress]);
  }

  /** Leaves a run for another attempt; this one does not count. */
  async release(id: string): Promise<void> {
    await this.db.execute(
      `update backup_runs set state = 'waiting', attempts = attempts - 1 where id = $1 and ${OPEN}`,
      [id],
    );
  }

  async complete(id: string, { bytes, rows, files, lost }: BackupContents, now: Date): Promise<void> {
    await this.db.execute(
      `update backup_runs set state = 'done', progress = null, bytes = $2, rows = $3, files = $4, lost = $5, ended_at = $6
       where id = $1 and ${OPEN}`,
      [id, bytes, rows, files, lost, now],
    );
  }

  async fail(id: string, error: string, now: Date): Promise<void> {
    await this.db.execute(
      `update backup_runs set state = 'failed', progress = null, error = $2, ended_at = $3 where id = $1 and ${OPEN}`,
      [id, error, now],
    );
  }

  /** Deletes runs that ended before a moment. */
  async deleteBefore(limit: Date): Promise<void> {
    await this.db.execute('delete from backup_runs where ended_at < $1', [limit]);
  }
}
