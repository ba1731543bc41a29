import type { Config } from '#platform/config/env.js';
import type { BackupRun } from './backup-runs.repository.js';

/** When backups are made by themselves. */
export type BackupSchedule = Pick<Config, 'backupsSchedule' | 'backupsHour'>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SUNDAY = 0;
/** Attempts for one appointment; the next one comes by itself. */
const MAX_TRIES = 3;

/** The last moment up to now at which a backup was due; null without a schedule. */
export function lastDue({ backupsSchedule, backupsHour }: BackupSchedule, now: Date): Date | null {
  if (backupsSchedule === 'off') return null;
  const due = new Date(now);
  due.setUTCHours(backupsHour, 0, 0, 0);
  if (due > now) due.setUTCDate(due.getUTCDate() - 1);
  if (backupsSchedule === 'weekly') due.setUTCDate(due.getUTCDate() - ((due.getUTCDay() - SUNDAY) % 7));
  return due;
}

/** The next moment at which a backup is due; null without a schedule. */
export function nextDue(schedule: BackupSchedule, now: Date): Date | null {
  const due = lastDue(schedule, now);
  return due && new Date(due.getTime() + (schedule.backupsSchedule === 'weekly' ? 7 : 1) * DAY);
}

/**
 * Tells whether a backup is to be made now: none was made since it was due, as it is after the server was down at its hour. One that failed is
 * tried again an hour later.
 * @param runs the latest runs that make backups, newest first.
 */
export function isBackupDue(
  schedule: BackupSchedule,
  runs: readonly Pick<BackupRun, 'state' | 'createdAt' | 'endedAt'>[],
  now: Date,
): boolean {
  const due = lastDue(schedule, now);
  if (!due) return false;
  const since = runs.filter(({ createdAt }) => createdAt >= due);
  if (since.length === 0) return true;
  if (since.some(({ state }) => state !== 'failed') || since.length >= MAX_TRIES) return false;
  return since.every(({ endedAt }) => endedAt && now.getTime() - endedAt.getTime() >= HOUR);
}
