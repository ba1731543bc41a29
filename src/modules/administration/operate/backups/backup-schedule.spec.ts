import { describe, expect, it } from 'vitest';
import { type BackupSchedule, isBackupDue, lastDue, nextDue } from './backup-schedule.js';

const DAILY: BackupSchedule = { backupsSchedule: 'daily', backupsHour: 2 };
const WEEKLY: BackupSchedule = { backupsSchedule: 'weekly', backupsHour: 23 };
const OFF: BackupSchedule = { backupsSchedule: 'off', backupsHour: 2 };
const at = (text: string): Date => new Date(`${text}:00Z`);

describe('the schedule of backups', () => {
  it.each([
    [DAILY, '2026-05-01T12:00', '2026-05-01T02:00', '2026-05-02T02:00'],
    [DAILY, '2026-05-01T02:00', '2026-05-01T02:00', '2026-05-02T02:00'],
    [DAILY, '2026-03-01T01:59', '2026-02-28T02:00', '2026-03-01T02:00'],
    // 2026-05-03 is a Sunday.
    [WEEKLY, '2026-05-03T22:59', '2026-04-26T23:00', '2026-05-03T23:00'],
    [WEEKLY, '2026-05-03T23:00', '2026-05-03T23:00', '2026-05-10T23:00'],
    [WEEKLY, '2026-05-09T23:30', '2026-05-03T23:00', '2026-05-10T23:00'],
  ])('%o at %s was due at %s, and is next at %s', (schedule, now, last, next) => {
    expect([lastDue(schedule, at(now)), nextDue(schedule, at(now))]).toEqual([at(last), at(next)]);
  });

  it('is never due where it is off', () => {
    const now = at('2026-05-01T12:00');
    expect([lastDue(OFF, now), nextDue(OFF, now), isBackupDue(OFF, [], now)]).toEqual([null, null, false]);
  });

  it.each<[string, boolean, [state: 'done' | 'failed' | 'running', begun: string, ended: string | null][]]>([
    ['nothing was made', true, []],
    ['the last one is of yesterday', true, [['done', '2026-04-30T02:00', '2026-04-30T02:05']]],
    ['one was made', false, [['done', '2026-05-01T02:04', '2026-05-01T02:05']]],
    ['one is being made', false, [['running', '2026-05-01T02:04', null]]],
    ['one failed just now', false, [['failed', '2026-05-01T11:30', '2026-05-01T11:31']]],
    ['one failed an hour ago', true, [['failed', '2026-05-01T10:30', '2026-05-01T10:59']]],
    [
      'one failed, and the next was made',
      false,
      [
        ['done', '2026-05-01T04:00', '2026-05-01T04:05'],
        ['failed', '2026-05-01T02:00', '2026-05-01T02:05'],
      ],
    ],
    [
      'three failed',
      false,
      ['06', '04', '02'].map((hour) => ['failed', `2026-05-01T${hour}:00`, `2026-05-01T${hour}:01`]),
    ],
  ])('is due or not where %s: %s', (_, isDue, runs) => {
    const made = runs.map(([state, begun, ended]) => ({
      state,
      createdAt: at(begun),
      endedAt: ended === null ? null : at(ended),
    }));
    expect(isBackupDue(DAILY, made, at('2026-05-01T12:00'))).toBe(isDue);
  });
});
