import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.js';
import type { HealthFacts } from './health-facts.types.js';

const NOW = new Date('2026-05-01T12:00:00Z');
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const queue = { name: 'git.run', waiting: 0, active: 0, failed: 0, dueSince: null };

const WELL: HealthFacts = {
  now: NOW,
  version: '1.0.0',
  node: '20.0.0',
  checks: { database: 'ok', storage: 'ok' },
  database: {
    version: '16.2',
    bytes: 1e9,
    now: NOW,
    connections: 10,
    mostConnections: 100,
    migrations: 60,
    lastMigration: 'Last',
    unknownMigrations: 0,
  },
  clockDifferenceMs: 3,
  disk: { folder: '/data', free: 50e9, total: 100e9 },
  process: {
    uptimeMs: 7_200_000,
    residentBytes: 2e8,
    heapBytes: 1e8,
    heapLimit: 4e9,
    delayMs: 11,
    worstDelayMs: 20,
  },
  replicas: [],
  queues: [queue],
  lastPurge: ago(20),
  backups: {
    folder: '/backups',
    problem: null,
    schedule: { backupsSchedule: 'daily', backupsHour: 2 },
    isOffByChoice: false,
    newest: ago(600),
    damaged: [],
    lastError: null,
  },
  hasMail: true,
  hasPasswords: false,
  publicUrl: 'https://docs.example.com',
};

const BACKUPS = WELL.backups;
const WEEKLY = { backupsSchedule: 'weekly', backupsHour: 2 } as const;
const OFF = { backupsSchedule: 'off', backupsHour: 2 } as const;

describe('findings about an installation', () => {
  it('ask for nothing where all is well', () => {
    const findings = findingsOf(WELL);
    expect(findings.filter(({ level, remedy }) => level !== 'good' || remedy !== null)).toEqual([]);
  });

  it.each<[string, string, Partial<HealthFacts>]>([
    ['Readiness', 'problem', { checks: { database: 'ok', storage: 'failed' } }],
    ['Migrations', 'problem', { database: { ...WELL.database, unknownMigrations: 2 } }],
    ['Database connections', 'warning', { database: { ...WELL.database, connections: 90 } }],
    ['Clock', 'warning', { clockDifferenceMs: -5_000 }],
    ['Clock', 'problem', { clockDifferenceMs: 45_000 }],
    ['Disk', 'warning', { disk: { folder: '/data', free: 1.5e9, total: 10e9 } }],
    ['Disk', 'problem', { disk: { folder: '/data', free: 4e8, total: 100e9 } }],
    ['Memory', 'warning', { process: { ...WELL.process, heapBytes: 3.9e9 } }],
    ['Event loop', 'warning', { process: { ...WELL.process, worstDelayMs: 900 } }],
    ['Failed jobs', 'warning', { queues: [{ ...queue, failed: 1 }] }],
    ['Waiting jobs', 'warning', { queues: [{ ...queue, waiting: 1, dueSince: ago(15) }] }],
    ['Waiting jobs', 'problem', { queues: [queue, { ...queue, waiting: 3, dueSince: ago(90) }] }],
    ['Waiting jobs', 'good', { queues: [{ ...queue, waiting: 3, dueSince: ago(1) }] }],
    ['Clearing', 'warning', { lastPurge: ago(400) }],
    ['Clearing', 'warning', { lastPurge: null }],
    ['Clearing', 'good', { lastPurge: null, process: { ...WELL.process, uptimeMs: 60_000 } }],
    ['Backups', 'warning', { backups: { ...BACKUPS, folder: null } }],
    ['Backups', 'good', { backups: { ...BACKUPS, folder: null, isOffByChoice: true } }],
    ['Backups', 'problem', { backups: { ...BACKUPS, problem: 'The server may not read it.' } }],
    ['Backups', 'problem', { backups: { ...BACKUPS, newest: ago(25 * 60) } }],
    ['Backups', 'good', { backups: { ...BACKUPS, schedule: WEEKLY, newest: ago(5 * 1440) } }],
    ['Backups', 'problem', { backups: { ...BACKUPS, schedule: WEEKLY, newest: ago(6 * 1440) } }],
    ['Backups', 'good', { backups: { ...BACKUPS, schedule: OFF, newest: ago(99 * 1440) } }],
    ['Backups', 'warning', { backups: { ...BACKUPS, schedule: OFF, newest: null } }],
    ['Backups', 'problem', { backups: { ...BACKUPS, newest: null, lastError: 'No room.' } }],
    [
      'Backups',
      'good',
      { backups: { ...BACKUPS, newest: null }, process: { ...WELL.process, uptimeMs: 60_000 } },
    ],
    ['Backups', 'warning', { backups: { ...BACKUPS, lastError: 'There is no room left on the disk.' } }],
    ['Backups', 'warning', { backups: { ...BACKUPS, damaged: ['bindery.tar.gz'] } }],
    ['Mail', 'warning', { hasMail: false }],
    ['Mail', 'good', { hasMail: false, hasPasswords: true }],
    ['Address', 'warning', { publicUrl: 'http://localhost:3000' }],
    ['Address', 'warning', { publicUrl: 'http://docs.example.com' }],
  ])('about %s is %s', (part, level, changed) => {
    const finding = findingsOf({ ...WELL, ...changed }).find((one) => one.part === part);
    expect([finding?.level, finding?.remedy === null]).toEqual([level, level === 'good']);
  });
});
