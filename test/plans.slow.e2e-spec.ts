import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { poolOf } from '../src/platform/database/data-source.js';
import { explain, type PlanMode } from './support/plans/explain.js';
import { fill, GROWING } from './support/plans/fill.js';
import { hotStatements } from './support/plans/hot-requests.js';
import { accessOf, complaintsAbout } from './support/plans/judge.js';
import type { SentStatement } from './support/plans/recorder.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const MODES: PlanMode[] = ['generic', 'custom'];

let test: TestApp;
let client: PoolClient;
let statements: SentStatement[];
/** By statement: how it got at the tables that grow, and where it did so first. */
const accesses = new Map<SentStatement, Map<string, string>>();

beforeAll(async () => {
  test = await createTestApp();
  client = await poolOf(test.dataSource).connect();
  // Statistics are to be made when it is said here.
  for (const table of Object.keys(GROWING))
    await client.query(`alter table ${table} set (autovacuum_enabled = false)`);
  statements = (await hotStatements(test)).filter(({ text }) =>
    /^\s*(select|with|insert|update|delete)\b/i.test(text),
  );
});

afterAll(async () => {
  client.release();
  await test.close();
});

it('the recording has statements of reads, writes, readers and jobs, and rows to copy', async () => {
  const recorded = (text: string) => statements.some((statement) => statement.text.includes(text));
  for (const table of Object.keys(GROWING)) expect(recorded(table), table).toBe(true);
  expect(statements.length).toBeGreaterThan(150);
  for (const table of Object.keys(GROWING))
    expect((await client.query(`select from ${table} limit 1`)).rowCount, table).toBe(1);
});

it.each([
  { name: '1,000 objects without statistics', from: 0, objects: 1000, analyze: false },
  { name: '1,000 objects', from: 1000, objects: 1000, analyze: true },
  { name: '20,000 objects with the statistics of 1,000', from: 1000, objects: 20_000, analyze: false },
  { name: '20,000 objects', from: 20_000, objects: 20_000, analyze: true },
  { name: '1,000,000 objects', from: 20_000, objects: 1_000_000, analyze: true },
])('each statement uses indexes with $name', async ({ name, from, objects, analyze }) => {
  await fill(client, from, objects);
  if (analyze) await client.query('analyze');
  const blocks = await blocksOfTables();
  const complaints: string[] = [];
  for (const statement of statements) {
    for (const mode of MODES) {
      const plan = await explain(client, statement, mode);
      const found = complaintsAbout(plan, blocks);
      if (found.length > 0)
        complaints.push(`${titleOf(statement)}\n  ${mode}: ${[...new Set(found)].join('; ')}`);
      note(statement, accessOf(plan).join(', '), `${mode}, ${name}`);
    }
  }
  expect(complaints).toEqual([]);
});

it('each statement uses the same indexes at each size', () => {
  const several = [...accesses].filter(([, found]) => found.size > 1);
  expect(
    several.map(
      ([statement, found]) =>
        `${titleOf(statement)}\n${[...found].map(([access, where]) => `  ${where}: ${access}`).join('\n')}`,
    ),
  ).toEqual([]);
});

function note(statement: SentStatement, access: string, where: string): void {
  const known = accesses.get(statement) ?? new Map<string, string>();
  if (!known.has(access)) known.set(access, where);
  accesses.set(statement, known);
}

async function blocksOfTables(): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; blocks: number }>(
    `select relname as name, (pg_relation_size(oid) / 8192)::int as blocks from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return new Map(rows.map(({ name, blocks }) => [name, blocks]));
}

function titleOf({ request, text }: SentStatement): string {
  return `${request}: ${text.replace(/\s+/g, ' ').trim().slice(0, 160)}`;
}
