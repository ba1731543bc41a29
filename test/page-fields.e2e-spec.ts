import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let main: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  const space = (await buildSpace(organization)).id;
  main = `/v1/spaces/${space}/content`;
  await buildPages(organization.admin, space, [{ title: 'Travel' }]);
  const { body } = await organization.admin.api.get(`${main}/pages`);
  page = (body.pages as { id: string }[])[0]!.id;
});

const change = (changes: object[]) =>
  organization.admin.api.post(main, { changes }, { query: { compat: false } });
const update = (fields: object) => change([{ operation: 'update_page', page, ...fields }]);
const read = async (id = page, query = '') =>
  (await organization.admin.api.get(`${main}/page/${id}${query}`)).body;
const COVER = { ref: { kind: 'url', url: 'https://example.com/sea.png' }, yPos: 0 };

it('a change sets the members of the layout that it has, and null sets all back', async () => {
  expect((await update({ layout: { width: 'wide', outline: false } })).status).toBe(200);
  expect((await update({ layout: { outline: true, title: false } })).status).toBe(200);
  expect((await read()).layout).toMatchObject({ width: 'wide', outline: true, title: false, metadata: true });
  await change([
    { operation: 'update_page', page, layout: { metadata: false } },
    { operation: 'update_page', page, layout: { pagination: false } },
  ]);
  expect((await read()).layout).toMatchObject({ width: 'wide', metadata: false, pagination: false });
  await update({ layout: null });
  expect((await read()).layout).toMatchObject({ width: 'default', title: true, metadata: true });
});

it('a change sets and removes the cover, also with a file of the same batch', async () => {
  const dark = { kind: 'file', file: 'ref:night' };
  const answer = await change([
    {
      operation: 'insert_files',
      files: [{ ref: 'night', name: 'night.png', contentType: 'image/png', base64: 'AAAA' }],
    },
    { operation: 'update_page', page, cover: { ...COVER, refDark: dark, yPos: 20, height: 300 } },
  ]);
  const file = answer.body.insertedFiles[0].id as string;
  const cover = { ...COVER, refDark: { kind: 'file', file }, yPos: 20, height: 300 };
  expect((await read()).cover).toEqual(cover);
  expect((await read(page, '?format=markdown')).markdown).toContain('coverY: 20');
  await update({ cover: null });
  expect(await read()).not.toHaveProperty('cover');
  await update({ cover: { ref: COVER.ref } });
  expect((await read()).cover).toEqual(COVER);
});

it('members read the condition of a page', async () => {
  await update({ condition: 'visitor.claims.isBeta' });
  expect((await read()).condition).toBe('visitor.claims.isBeta');
  await update({ condition: null });
  expect(await read()).not.toHaveProperty('condition');
});

it('a link gets another target', async () => {
  const target = (url: string) => ({ kind: 'url', url });
  const made = await change([
    { operation: 'insert_page', type: 'link', title: 'Shop', target: target('https://example.com') },
  ]);
  const link = made.body.changes[0].page.id as string;
  await change([{ operation: 'update_page', page: link, target: target('https://example.org') }]);
  expect((await read(link)).href).toBe('https://example.org');
});

it.each([
  [{ cover: { ref: { kind: 'page', page: 'x' } } }, 'changes[0].cover: a picture is'],
  [{ cover: { yPos: 3 } }, 'ref'],
  [{ layout: { width: 'huge' } }, 'width'],
  [{ target: { kind: 'url', url: 'https://example.com' } }, 'only a page of type link'],
])('a page does not take %j', async (fields, message) => {
  const { status, body } = await update(fields);
  expect(status).toBe(400);
  expect(body.error.message).toContain(message);
});
