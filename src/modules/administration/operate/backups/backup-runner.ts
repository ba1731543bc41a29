import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InstallationLog } from '#modules/audit/index.js';
import { type BackupFolder, readBackup, writeBackup } from '#modules/backups/index.js';
import { StoredFiles } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { connectAlone } from '#platform/database/dedicated-client.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Logger } from '#platform/logging/logger.js';
import { hideSecrets } from '../configuration/hide-secrets.js';
import { backupFailure } from './backup-failure.js';
import {
  type BackupContents,
  type BackupRun,
  BackupRunsRepository,
  RUN_LOCK,
} from './backup-runs.repository.js';
import { Backups, RUN_BACKUP } from './backups.js';

const MAX_ATTEMPTS = 3;
/** A run that just ended lets go of the lock a moment later. */
const LOCK_TRIES = 25;
const ASK_AGAIN_MS = 200;
const PROGRESS_MS = 1_000;
/** The most that the queue takes. A run that takes longer goes on: the job that comes next finds it at work. */
const TIMEOUT_SECONDS = 23 * 3_600;

/** The process ends; the run begins again elsewhere, or here after the start. */
class ShuttingDown extends Error {}

/** Makes and verifies backups, one at a time, in whichever replica takes the job. */
@Injectable()
export class BackupRunner implements BeforeApplicationShutdown {
  private isEnding = false;

  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly log: InstallationLog,
    private readonly backups: Backups,
    private readonly runs: BackupRunsRepository,
  ) {}

  beforeApplicationShutdown(): void {
    this.isEnding = true;
  }

  /**
   * Works on a run until it ends. Does nothing where it has ended, or another process works on one.
   * @throws when the process ends, so that the job is done again.
   */
  @OnJob(RUN_BACKUP, { timeoutSeconds: TIMEOUT_SECONDS })
  async run({ runId }: { runId: string }): Promise<void> {
    const { folder } = this.backups;
    if (!folder) return;
    this.continueUnlessEnding();
    const client = await connectAlone(this.db.dataSource);
    try {
      for (let tries = 1; !(await isMine(client)); tries++) {
        if (tries === LOCK_TRIES) return;
        await pause(ASK_AGAIN_MS);
      }
      const run = await this.runs.claim(runId, hostname());
      if (run) await this.workOn(run, folder);
    } finally {
      await client.end();
    }
  }

  private async workOn(run: BackupRun, folder: BackupFolder): Promise<void> {
    const progress = this.progressOf(run.id);
    try {
      if (run.attempts > MAX_ATTEMPTS)
        throw new Error('The server broke off several times while it worked on this');
      const contents = await this.execute(run, folder, progress.say);
      await progress.end();
      await this.runs.complete(run.id, contents, this.clock.now());
      if (run.kind === 'backup') await this.deleteOld(folder);
    } catch (error) {
      await progress.end();
      if (error instanceof ShuttingDown) {
        await this.runs.release(run.id);
        throw error;
      }
      this.logger.error(`The run ${run.kind} of ${run.name} failed`, { err: error });
      await folder.removeUnfinished(run.name).catch(() => undefined);
      await this.runs.fail(run.id, hideSecrets(this.config, backupFailure(error)), this.clock.now());
    }
  }

  private async execute(
    { kind, name }: BackupRun,
    folder: BackupFolder,
    say: (step: string) => void,
  ): Promise<BackupContents> {
    const path = folder.pathOf(name);
    // A process may have been killed before, while it wrote the file or while it read it.
    if (kind === 'backup' && !(await folder.find(name))) {
      await folder.removeUnfinished(name);
      await this.write(path, say);
    }
    const { manifest, bytes } = await readBackup(path, {}, (step) => say(`Verifying: ${step}`));
    return {
      bytes,
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      files: manifest.files.count,
      lost: manifest.missing.length + Object.keys(manifest.damaged).length,
    };
  }

  private async write(path: string, say: (step: string) => void): Promise<void> {
    const files = new StoredFiles(this.config);
    try {
      await writeBackup(path, { dataSource: this.db.dataSource, files }, (step) => say(`Writing: ${step}`));
    } finally {
      await files.close();
    }
  }

  /** Writes a step now and then; each is a moment at which the work can be broken off. */
  private progressOf(runId: string): { say: (step: string) => void; end: () => Promise<void> } {
    let saidAt = 0;
    let writing = Promise.resolve();
    const say = (step: string): void => {
      this.continueUnlessEnding();
      if (Date.now() - saidAt < PROGRESS_MS) return;
      saidAt = Date.now();
      // The next one says it.
      writing = writing.then(() => this.runs.setProgress(runId, step).catch(() => undefined));
    };
    return { say, end: () => writing };
  }

  /** Keeps the newest ones that are good, and those to which somebody gave a name. */
  private async deleteOld(folder: BackupFolder): Promise<void> {
    const { backupsKeep: kept } = this.config;
    if (kept === 0) return;
    const { backups, lastRuns } = await this.backups.overview();
    const timed = backups.filter(({ isNamedByTime }) => isNamedByTime);
    const oldest = timed.filter(({ name }) => lastRuns.get(name)?.state !== 'failed')[kept - 1];
    if (!oldest) return;
    for (const { name } of timed.filter(({ at }) => at < oldest.at))
      await this.db.transaction(async () => {
        const target = { type: 'backup', id: name, label: name };
        await this.log.record({ action: 'backup.deleted', target, after: { reason: 'BACKUPS_KEEP' } });
        await folder.remove(name);
      });
  }

  private continueUnlessEnding(): void {
    if (this.isEnding) throw new ShuttingDown('The process ends.');
  }
}

async function isMine(client: Awaited<ReturnType<typeof connectAlone>>): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
    RUN_LOCK,
  ]);
  return rows[0]?.isMine === true;
}
