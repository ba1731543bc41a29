import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parsePage } from '../../../src/modules/documents/index.js';
import { buildOrganization, buildSpace, type TestUser } from '../../support/factories.js';
import { shareTestApp, type TestApp } from '../../support/test-app.js';
import { QUERIES } from './queries.js';

const FIXTURES = fileURLToPath(new URL('../../fixtures/search/', import.meta.url));
const AMONG = 3;
const ENOUGH = 0.95;

let test: TestApp;
let admin: TestUser;
let space: string;
/** Files by the page made of them. */
const files = new Map<string, string>();

beforeAll(async () => {
  test = await shareTestApp();
  const organization = await buildOrganization(test);
  ({ admin } = organization);
  space = (await buildSpace(organization)).id;
  const paths = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
  for (let at = 0; at < paths.length; at += 10) await insert(paths.slice(at, at + 10));
});

afterAll(() => test.close());

async function insert(paths: string[]): Promise<void> {
  const changes = paths.map((path) => {
    const { meta, document } = parsePage(readFileSync(FIXTURES + path, 'utf8'));
    const { title = path, description } = meta;
    return { operation: 'insert_page', title: title.slice(0, 100), description, document: { document } };
  });
  const answer = await admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes },
    { query: { compat: false } },
  );
  expect(answer.status, answer.text).toBe(200);
  const made = (answer.body as { changes: { page: { id: string } }[] }).changes;
  made.forEach(({ page }, i) => files.set(page.id, paths[i] as string));
}

it(`search finds the wanted page among the first ${AMONG} for at least ${100 * ENOUGH} % of the queries`, async () => {
  expect(files.size).toBeGreaterThanOrEqual(120);
  const all = Object.entries(QUERIES).flatMap(([kind, queries]) =>
    queries.map(([query, wanted]) => ({ kind, query, wanted })),
  );
  expect(all.length).toBeGreaterThanOrEqual(60);
  const misses: string[] = [];
  for (const { kind, query, wanted } of all) {
    const answer = await admin.api.get(`/v1/spaces/${space}/search`, { query: { query } });
    const found = (answer.body as { items: { id: string }[] }).items.map(({ id }) => files.get(id));
    if (!found.slice(0, AMONG).includes(wanted)) {
      const place = found.indexOf(wanted);
      misses.push(
        `${kind}: "${query}" wants ${wanted}, which is ${place === -1 ? 'not found' : `number ${place + 1}`}; ` +
          `first come ${found.slice(0, AMONG).join(', ') || 'none'}`,
      );
    }
  }
  const score = 1 - misses.length / all.length;
  process.stdout.write(
    `Relevance: ${all.length} queries, ${files.size} pages, ${(100 * score).toFixed(1)} %\n${misses.map((miss) => `  ${miss}\n`).join('')}`,
  );
  expect(score, misses.join('\n')).toBeGreaterThanOrEqual(ENOUGH);
});
