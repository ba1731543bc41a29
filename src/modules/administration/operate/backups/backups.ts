import { statfs, stat } from 'node:fs/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { BackupFolder, backupName, type StoredBackup } from '#modules/backups/index.js';
import { Operators } from '#modules/operators/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { backupFailure } from './backup-failure.js';
import { type BackupRun, BackupRunsRepository } from './backup-runs.repository.js';
import { isBackupDue } from './backup-schedule.js';

export const RUN_BACKUP = 'backups.run';
export const LOOK_AFTER_BACKUPS = 'backups.look-after';

const KEPT_DAYS = 400;
const DAY = 86_400_000;
/** Runs that the schedule looks back at. */
const RECENT = 10;
const OPEN = 'A backup is being made or verified already. Wait until it has ended.';
const UNSET = 'Set BACKUPS_DIR to a folder first, and start the server again.';

/** The folder of backups as it is. */
export interface BackupOverview {
  /** Absolute path of the folder; null where none is set. */
  folder: string | null;
  /** The reason why the folder cannot be read. */
  problem: string | null;
  /** Newest first. */
  backups: readonly StoredBackup[];
  /** Of each file, by its name, the last run that ended. */
  lastRuns: ReadonlyMap<string, BackupRun>;
  disk: { free: number; total: number; isThatOfData: boolean } | null;
}

/** Backups that the server makes: when they are due, when operators ask, and what is in their folder. */
@Injectable()
export class Backups implements OnModuleInit {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly operators: Operators,
    private readonly log: InstallationLog,
    private readonly metrics: Metrics,
    private readonly runs: BackupRunsRepository,
  ) {}

  onModuleInit(): void {
    this.metrics.addGauge(
      'bindery_backup_last_success_timestamp_seconds',
      'Time of the newest backup in BACKUPS_DIR, but for those that were found damaged.',
      async () => {
        const { backups, lastRuns } = await this.overview();
        const at = newestGood(backups, lastRuns)?.at.getTime();
        return at === undefined ? null : at / 1000;
      },
    );
  }

  /** The folder that backups are written to; null where none is set. */
  get folder(): BackupFolder | null {
    const { backupsDir } = this.config;
    return backupsDir === undefined ? null : new BackupFolder(backupsDir);
  }

  /** Everything in the folder. The caller checks who asks. */
  async overview(): Promise<BackupOverview> {
    const { folder } = this;
    const nothing = { folder: null, problem: null, backups: [], lastRuns: new Map(), disk: null };
    if (!folder) return nothing;
    try {
      const backups = await folder.list();
      const lastRuns = await this.runs.lastOf(backups.map(({ name }) => name));
      return { ...nothing, folder: folder.path, backups, lastRuns, disk: await this.disk(folder.path) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      return { ...nothing, folder: folder.path, problem: backupFailure(error) };
    }
  }

  /** Has a backup made now. @throws NotFound for others than operators; Conflict without a folder, or while another run has not ended. */
  request(actor: Actor): Promise<void> {
    return this.db.transaction(async () => {
      await this.operators.requireOperator(actor);
      if (!this.folder) throw new Conflict(UNSET);
      const name = backupName(this.clock.now());
      if (!(await this.begin('backup', name, actor.userId))) throw new Conflict(OPEN);
      await this.note('backup.requested', name);
    });
  }

  /** Has a backup read from its first to its last byte. @throws as `request`; NotFound for a file that is not there. */
  async verify(actor: Actor, name: string): Promise<void> {
    await this.requireBackup(actor, name);
    await this.db.transaction(async () => {
      await this.operators.requireOperator(actor);
      if (!(await this.begin('verify', name, actor.userId))) throw new Conflict(OPEN);
      await this.note('backup.verified', name);
    });
  }

  /** Deletes a backup for good. @throws as `verify`; Forbidden long after the sign-in, Conflict while the file is written or read. */
  async delete(actor: Actor, name: string): Promise<void> {
    const folder = await this.requireBackup(actor, name);
    await this.db.transaction(async () => {
      await this.operators.requireRecent(actor);
      if ((await this.runs.findOpen())?.name === name) throw new Conflict(OPEN);
      await this.note('backup.deleted', name);
      // Last, so that what the disk refuses is not noted.
      await folder.remove(name).catch((error: unknown) => {
        throw new Conflict(backupFailure(error));
      });
    });
  }

  /** Nothing is ever due without a folder. */
  @Scheduled('*/5 * * * *')
  async schedule(): Promise<void> {
    if (this.folder) await this.jobs.enqueue(LOOK_AFTER_BACKUPS, {}, onceAt(this.clock.now()));
  }

  /** Begins a backup that is due, and has a run taken up again whose process died. */
  @OnJob(LOOK_AFTER_BACKUPS)
  async lookAfter(): Promise<void> {
    if (!this.folder) return;
    const now = this.clock.now();
    await this.runs.deleteBefore(new Date(now.getTime() - KEPT_DAYS * DAY));
    await this.db.transaction(async () => {
      const open = await this.runs.findOpen();
      if (open && (await this.runs.isIdle())) await this.enqueue(open.id);
      else if (!open && isBackupDue(this.config, await this.runs.listBackups(RECENT), now))
        await this.begin('backup', backupName(now), null);
    });
  }

  /** @returns false where another run has not ended. */
  private async begin(kind: BackupRun['kind'], name: string, requestedBy: string | null): Promise<boolean> {
    const id = newId();
    const createdAt = this.clock.now();
    if (!(await this.runs.insert({ id, kind, name, requestedBy, createdAt }))) return false;
    await this.enqueue(id);
    return true;
  }

  private enqueue(runId: string): Promise<void> {
    return this.jobs.enqueue(RUN_BACKUP, { runId }, { singletonKey: runId });
  }

  private async requireBackup(actor: Actor, name: string): Promise<BackupFolder> {
    await this.operators.requireOperator(actor);
    const { folder } = this;
    if (!folder) throw new Conflict(UNSET);
    if (!(await folder.find(name))) throw new NotFound('backup');
    return folder;
  }

  private note(
    action: 'backup.requested' | 'backup.verified' | 'backup.deleted',
    name: string,
  ): Promise<void> {
    return this.log.record({ action, target: { type: 'backup', id: name, label: name } });
  }

  private async disk(path: string): Promise<BackupOverview['disk']> {
    const [found, folder, data] = await Promise.all([
      statfs(path).catch(() => null),
      stat(path).catch(() => null),
      stat(this.config.dataDir).catch(() => null),
    ]);
    // The folder is made by the first backup.
    if (!found || !folder) return null;
    const { bavail, blocks, bsize } = found;
    return { free: bavail * bsize, total: blocks * bsize, isThatOfData: folder.dev === data?.dev };
  }
}

/** The newest backup that was not found damaged when it was last read. */
export function newestGood(
  backups: readonly StoredBackup[],
  lastRuns: ReadonlyMap<string, BackupRun>,
): StoredBackup | undefined {
  return backups.find(({ name }) => lastRuns.get(name)?.state !== 'failed');
}
