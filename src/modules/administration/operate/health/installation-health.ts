import { statfs } from 'node:fs/promises';
import { getHeapStatistics } from 'node:v8';
import { Injectable } from '@nestjs/common';
import { Passwords } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { SchemaState } from '#platform/database/schema-state.js';
import { Clock } from '#platform/clock/clock.js';
import { Readiness } from '#platform/health/readiness.js';
import { readVersion } from '#platform/health/version.js';
import { JobAdministration } from '#platform/jobs/job-administration.js';
import { Mailer } from '#platform/mail/mailer.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { Backups, newestGood } from '../backups/backups.js';
import { BackupRunsRepository } from '../backups/backup-runs.repository.js';
import type { HealthFacts } from './health-facts.types.js';

const PURGE = 'spaces.purge';

/** Gathers what is known of the installation, for operators. The caller checks who asks. */
@Injectable()
export class InstallationHealth {
  private readonly version = readVersion();

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly schema: SchemaState,
    private readonly readiness: Readiness,
    private readonly jobs: JobAdministration,
    private readonly metrics: Metrics,
    private readonly mailer: Mailer,
    private readonly passwords: Passwords,
    private readonly backups: Backups,
    private readonly backupRuns: BackupRunsRepository,
  ) {}

  /** The facts of this moment. */
  async read(): Promise<HealthFacts> {
    const { checks } = await this.readiness.run();
    const asked = Date.now();
    const database = await this.schema.read();
    const clockDifferenceMs = (asked + Date.now()) / 2 - database.now.getTime();
    return {
      now: this.clock.now(),
      version: this.version,
      node: process.versions.node,
      checks,
      database,
      clockDifferenceMs,
      disk: await this.disk(),
      process: await this.process(),
      replicas: await this.jobs.listProcesses(),
      queues: await this.jobs.countQueues(),
      lastPurge: (await this.jobs.lastRuns([PURGE])).get(PURGE) ?? null,
      backups: await this.readBackups(),
      hasMail: this.mailer.isEnabled,
      hasPasswords: this.passwords.isOffered,
      publicUrl: this.config.publicUrl,
    };
  }

  private async readBackups(): Promise<HealthFacts['backups']> {
    const { folder, problem, backups, lastRuns } = await this.backups.overview();
    const last = await this.backupRuns.lastEndedBackup();
    return {
      folder,
      problem,
      schedule: this.config,
      isOffByChoice: this.config.backupsSchedule === 'off' && this.config.given.has('BACKUPS_SCHEDULE'),
      newest: newestGood(backups, lastRuns)?.at ?? null,
      damaged: backups.map(({ name }) => name).filter((name) => lastRuns.get(name)?.state === 'failed'),
      lastError: last?.state === 'failed' ? last.error : null,
    };
  }

  private async disk(): Promise<HealthFacts['disk']> {
    const folder = this.config.dataDir;
    // With a database and a bucket elsewhere, the folder may not be there.
    const { bavail, blocks, bsize } = await statfs(folder).catch(() => statfs('/'));
    return { folder, free: bavail * bsize, total: blocks * bsize };
  }

  private async process(): Promise<HealthFacts['process']> {
    const { rss, heapUsed } = process.memoryUsage();
    const { mean, p99 } = await this.metrics.eventLoopDelay();
    return {
      uptimeMs: process.uptime() * 1000,
      residentBytes: rss,
      heapBytes: heapUsed,
      heapLimit: getHeapStatistics().heap_size_limit,
      delayMs: mean * 1000,
      worstDelayMs: p99 * 1000,
    };
  }
}
