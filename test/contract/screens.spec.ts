import { afterAll, beforeAll, expect, it } from 'vitest';
import { MemberRoutes } from '../../src/modules/member-pages/index.js';
import { buildOpenApi } from '../../src/openapi/index.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';
import { WITHOUT_SCREEN } from './without-screen.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

it('docs/reference/screens.md holds every operation that changes something (npm run openapi writes it)', async () => {
  const screens = screensByOperation();
  const changing = operations().filter(({ method }) => method !== 'GET');
  const known = new Set(changing.map(({ id }) => id));
  const unknown = [...screens.keys(), ...Object.keys(WITHOUT_SCREEN)].filter((id) => !known.has(id));
  expect(unknown, 'pages and reasons name operations that do not exist').toEqual([]);
  const both = Object.keys(WITHOUT_SCREEN).filter((id) => screens.has(id));
  expect(both, 'operations have a page and a reason for having none').toEqual([]);
  const without = changing.filter(({ id }) => !screens.has(id) && !(id in WITHOUT_SCREEN));
  expect(
    without.map(({ id }) => id),
    'operations have neither',
  ).toEqual([]);

  const rows = changing.map(({ id, summary }) => [id, summary, placeOf(id, screens)]);
  await expect(document(rows)).toMatchFileSnapshot('../../docs/reference/screens.md');
});

function placeOf(id: string, screens: Map<string, string[]>): string {
  const paths = screens.get(id);
  return paths ? paths.map((path) => `\`${path}\``).join(', ') : WITHOUT_SCREEN[id]!;
}

function screensByOperation(): Map<string, string[]> {
  const screens = new Map<string, string[]>();
  for (const { path, operations: ids } of test.app.get(MemberRoutes, { strict: false }).list())
    for (const id of ids) screens.set(id, [...(screens.get(id) ?? []), `/app${path}`].sort());
  return screens;
}

function operations(): { id: string; method: string; summary: string }[] {
  return Object.values(buildOpenApi(test.app).paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId: id, summary = '' } = operation as { operationId?: string; summary?: string };
      return id === undefined ? [] : { id, method: method.toUpperCase(), summary };
    }),
  );
}

function document(rows: string[][]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = HEAD.map((head, at) => Math.max(head.length, ...cells.map((row) => row[at]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`;
  const rule = line(widths.map((width) => '-'.repeat(width)));
  return `${INTRODUCTION}\n${[line(HEAD), rule, ...cells.map(line)].join('\n')}\n`;
}

const HEAD = ['Operation', 'Does', 'Page, or the reason why there is none'];

const INTRODUCTION = `---
description: Every operation that changes something, and the page of the app on which people do it.
icon: table
---

# Operations and pages

Each operation of the API that changes something, in the order of \`/openapi.json\`, with the pages of the app that do it. A test writes this page from the code.
`;
