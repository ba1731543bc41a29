import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/* References of texts in a batch of changes to pages and files of the same batch. */
let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});
afterAll(() => test.close());

const insert = (title: string, markdown: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown },
  ...more,
});

it('texts of a batch link pages and files of the same batch by name and path, and files by id', async () => {
  const space = (await buildSpace(organization)).id;
  const { api } = organization.admin;
  const change = (...changes: object[]) =>
    api.post(`/v1/spaces/${space}/content`, { changes }, { query: { compat: false } });
  const [old] = await buildPages(organization.admin, space, [{ title: 'Old' }]);
  const logo = { contentType: 'image/png', base64: 'eA==' };
  const stored = await change({ operation: 'insert_files', files: [{ name: 'before.png', ...logo }] });
  const before = stored.body.insertedFiles[0].id as string;
  const text = [
    '[name](./second.md) [place](./second.md#top) [later](below/last-one.md) [titled](from-the-text.md) [old](old.md)',
    '[none](./nowhere.md)',
    `![](./logo) [file](./logo) ![](/files/${before})`,
  ].join('\n\n');
  const answer = await change(
    insert('First', text),
    insert('Second title', '[back](first.md)', { ref: 'second' }),
    insert('Below', '', { ref: 'below' }),
    insert('Last one', '[up](../second-title.md)', { into: 'ref:below', at: 0 }),
    { operation: 'insert_page', document: { markdown: '# From the text\n\nx' } },
    { operation: 'insert_files', files: [{ name: 'logo.png', ref: 'logo', ...logo }] },
  );
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  const ids = answer.body.changes.map((entry: { page: { id: string } }) => entry.page.id) as string[];
  const [first = '', second = '', , last = '', titled] = ids;
  const documentOf = async (id: string) =>
    (await api.get(`/v1/spaces/${space}/content/page/${id}`, { query: { format: 'document' } })).body
      .document;
  const refsOf = async (id: string): Promise<unknown[]> =>
    [...JSON.stringify(await documentOf(id)).matchAll(/"ref":(\{.*?\})/g)].map(([, ref = '']) =>
      JSON.parse(ref),
    );
  const file = answer.body.insertedFiles[0].id as string;
  expect(await refsOf(first)).toEqual([
    { kind: 'page', page: second },
    { kind: 'anchor', page: second, anchor: 'top' },
    { kind: 'page', page: last },
    { kind: 'page', page: titled },
    { kind: 'page', page: old },
    { kind: 'url', url: './nowhere.md' },
    { kind: 'file', file },
    { kind: 'file', file },
    { kind: 'file', file: before },
  ]);
  expect(await refsOf(second)).toEqual([{ kind: 'page', page: first }]);
  expect(await refsOf(last)).toEqual([{ kind: 'page', page: second }]);
});
