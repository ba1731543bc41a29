import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openChangeRequest, readPage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

interface Node {
  id: string;
  title: string;
  path: string;
  pages: Node[];
}

let test: TestApp;
let organization: TestOrganization;
let spaceId: string;
/** Path of the space. */
let main: string;
let guide: string;
let setup: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  const { admin } = organization;
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
  [guide = ''] = await buildPages(admin, spaceId, [{ title: 'Guide', markdown: 'Start.' }]);
  await buildPages(admin, spaceId, [{ title: 'Last' }]);
  [setup = ''] = await buildPages(admin, spaceId, [
    {
      title: 'Setup',
      into: guide,
      markdown: 'Back to the [guide](../guide.md), on to the [end](../last.md).',
    },
  ]);
});

const change = (changes: object[], path = main) =>
  organization.admin.api.post(`${path}/content`, { changes }, { query: { compat: false } });

async function tree(path = main): Promise<Node[]> {
  return (await organization.admin.api.get(`${path}/content/pages`)).body.pages as Node[];
}

const titles = (nodes: Node[]): unknown[] =>
  nodes.map(({ title, pages }) => (pages.length > 0 ? [title, ...titles(pages)] : title));

it('a page is duplicated with its subpages, right after it, and links lead to the copies', async () => {
  const request = await openChangeRequest(organization.admin, spaceId);
  const answer = await change([{ operation: 'duplicate_page', page: guide }], request.path);
  expect(answer.status, answer.text).toBe(200);
  const copy = answer.body.changes[0].page.id as string;
  const pages = await tree(request.path);
  expect(titles(pages)).toEqual([['Guide', 'Setup'], ['Guide (copy)', 'Setup'], 'Last']);
  expect(pages[1]).toMatchObject({ id: copy, path: 'guide-copy' });
  const inner = pages[1]!.pages[0]!;
  expect(inner.id).not.toBe(setup);
  expect(await readPage(organization.admin, request.path, copy)).toBe('Start.');
  expect(await readPage(organization.admin, request.path, inner.id)).toBe(
    'Back to the [guide](../guide-copy.md), on to the [end](../last.md).',
  );
  expect(titles(await tree())).toEqual([['Guide', 'Setup'], 'Last']);
});

it('a page is duplicated without its subpages, under another title, and moved in the same batch', async () => {
  const answer = await change([
    { operation: 'duplicate_page', page: setup, title: 'Set up again', ref: 'copy' },
    { operation: 'duplicate_page', page: guide, subpages: false },
    { operation: 'update_page', page: 'ref:copy', into: null, hidden: true },
  ]);
  expect(answer.status, answer.text).toBe(200);
  expect(titles(await tree())).toEqual([['Guide', 'Setup'], 'Guide (copy)', 'Last', 'Set up again']);
});

it('a page that is not there, or inserted by the same batch, is not duplicated', async () => {
  const missing = await change([{ operation: 'duplicate_page', page: 'nowhere' }]);
  expect(missing.body.error).toMatchObject({
    code: 400,
    message: 'changes[0].page: there is no page nowhere.',
  });
  const early = await change([
    { operation: 'insert_page', title: 'New', ref: 'new', document: { markdown: '' } },
    { operation: 'duplicate_page', page: 'ref:new' },
  ]);
  expect(early.status).toBe(400);
});
