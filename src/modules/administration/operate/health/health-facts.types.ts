import type { DatabaseState } from '#platform/database/schema-state.js';
import type { BackupSchedule } from '../backups/backup-schedule.js';
import type { QueueCounts, ServerProcess } from '#platform/jobs/job-administration.js';

/** The known facts about the installation at a moment. */
export interface HealthFacts {
  now: Date;
  version: string;
  node: string;
  /** Outcome of each readiness check, by name. */
  checks: Readonly<Record<string, string>>;
  database: DatabaseState;
  /** Milliseconds by which this server's clock is ahead of the database's. */
  clockDifferenceMs: number;
  disk: { folder: string; free: number; total: number };
  process: {
    uptimeMs: number;
    residentBytes: number;
    heapBytes: number;
    heapLimit: number;
    delayMs: number;
    worstDelayMs: number;
  };
  replicas: readonly ServerProcess[];
  queues: readonly QueueCounts[];
  /** When deleted spaces were last cleared away, as far as the queue remembers. */
  lastPurge: Date | null;
  backups: {
    /** Null where no folder is set. */
    folder: string | null;
    /** The reason why the folder cannot be read. */
    problem: string | null;
    schedule: BackupSchedule;
    /** True where the schedule was set to be off. */
    isOffByChoice: boolean;
    /** The newest backup that was not found damaged. */
    newest: Date | null;
    /** Names of files that were found damaged. */
    damaged: readonly string[];
    /** The reason why the last backup was not made; null where it was made, or nothing was tried. */
    lastError: string | null;
  };
  hasMail: boolean;
  hasPasswords: boolean;
  publicUrl: string;
}
