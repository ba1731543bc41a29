import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let spaceId: string;
/** Path of the space. */
let main: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
});

const change = (changes: object[], { path = main, revision }: { path?: string; revision?: string } = {}) =>
  organization.admin.api.post(`${path}/content`, { changes, revision }, { query: { compat: false } });

async function changed(...args: Parameters<typeof change>) {
  const answer = await change(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as {
    revision: string;
    changes: { object: string; file: { id: string; name: string }; reusableContent: string }[];
    insertedFiles: { id: string; downloadURL: string }[];
  };
}

const bytes = (text: string) => ({
  contentType: 'text/plain',
  base64: Buffer.from(text).toString('base64'),
});

async function buildFile(): Promise<string> {
  const files = [{ name: 'a.txt', ...bytes('one') }];
  return (await changed([{ operation: 'insert_files', files }])).insertedFiles[0]!.id;
}

const get = (path: string) => organization.admin.api.get(`${main}/content/${path}`);
const download = async (url: string) =>
  (await fetch(test.baseUrl + new URL(url).pathname + new URL(url).search)).text();

describe('files', () => {
  it('get another name, and keep their bytes', async () => {
    const file = await buildFile();
    const { changes } = await changed([{ operation: 'update_file', file, name: 'b.txt' }]);
    expect(changes).toMatchObject([{ object: 'updated_file', file: { id: file, name: 'b.txt' } }]);
    const { body } = await get(`files/${file}`);
    expect(body).toMatchObject({ id: file, name: 'b.txt', contentType: 'text/plain', size: 3 });
    expect(await download(body.downloadURL)).toBe('one');
  });

  it('get other bytes under the same id', async () => {
    const file = await buildFile();
    const { revision } = await changed([{ operation: 'update_file', file, ...bytes('other') }]);
    const { body } = await get(`files/${file}`);
    expect(body).toMatchObject({ id: file, name: 'a.txt', size: 5 });
    expect(await download(body.downloadURL)).toBe('other');
    const told = await organization.admin.api.get(`${main}/revisions/${revision}/changes`);
    expect(told.body.changes).toMatchObject([
      { type: 'file_edited', attributes: { size: { before: 3, after: 5 } } },
    ]);
  });

  it('are deleted, and can be inserted and changed in one batch', async () => {
    const file = await buildFile();
    const answer = await changed([
      { operation: 'insert_files', files: [{ name: 'new.txt', ref: 'new', ...bytes('new') }] },
      { operation: 'update_file', file: 'ref:new', name: 'newer.txt' },
      { operation: 'delete_file', file },
    ]);
    expect(answer.changes.map(({ object }) => object)).toEqual(['updated_file', 'deleted_file']);
    expect((await get(`files/${file}`)).status).toBe(404);
    const list = await get('files');
    expect(list.body.items).toMatchObject([{ name: 'newer.txt' }]);
  });

  it('are refused when they are not there, and merged with what others do', async () => {
    const file = await buildFile();
    const missing = await change([{ operation: 'update_file', file: 'nowhere', name: 'x' }]);
    expect(missing.body.error.message).toBe('changes[0].file: there is no file nowhere.');
    const twice = await change([
      { operation: 'delete_file', file },
      { operation: 'update_file', file, name: 'x' },
    ]);
    expect(twice.status).toBe(400);
    const { revision } = (await organization.admin.api.get(main)).body;
    await buildPages(organization.admin, spaceId, [{ title: 'Meanwhile' }]);
    await changed([{ operation: 'update_file', file, name: 'merged.txt' }], { revision });
    const conflict = await change([{ operation: 'update_file', file, name: 'too late.txt' }], { revision });
    expect(conflict.status).toBe(409);
    expect(conflict.body.error.conflicts).toMatchObject([{ kind: 'file', file }]);
  });
});

describe('reusable contents', () => {
  const insert = (fields: object = {}) => ({
    operation: 'insert_reusable_content',
    title: 'Part',
    document: { markdown: 'Shared *words*.' },
    ...fields,
  });

  it('are inserted, and included by a page of the same batch', async () => {
    const ref = { kind: 'reusable-content', reusableContent: 'ref:part' };
    const nodes = [{ object: 'block', type: 'reusable-content', isVoid: true, data: { ref } }];
    const document = { object: 'document', data: {}, nodes };
    const { changes } = await changed([
      insert({ ref: 'part' }),
      { operation: 'insert_page', title: 'Page', document: { document } },
    ]);
    const [part, page] = changes as unknown as [{ reusableContent: string }, { page: { id: string } }];
    expect(part).toMatchObject({ object: 'created_reusable_content', ref: 'part' });
    const shown = await get(`page/${page.page.id}?format=markdown&dereferenced=true`);
    expect(shown.body.markdown).toContain('Shared _words_.');
    const list = await get('reusable-contents');
    expect(list.body).toMatchObject({ count: 1, items: [{ id: part.reusableContent, title: 'Part' }] });
  });

  it('are changed everywhere at once, and deleted', async () => {
    const request = await openChangeRequest(organization.admin, spaceId);
    const at = { path: request.path };
    const reusableContent = (await changed([insert()], at)).changes[0]!.reusableContent;
    const update = { operation: 'update_reusable_content', reusableContent };
    await changed([{ ...update, title: 'Renamed' }], at);
    await changed([{ ...update, document: { markdown: 'Other words.' } }], at);
    const read = () =>
      organization.admin.api.get(`${request.path}/content/reusable-contents/${reusableContent}`);
    expect((await read()).body).toMatchObject({ id: reusableContent, title: 'Renamed' });
    const { changes } = await changed([{ operation: 'delete_reusable_content', reusableContent }], at);
    expect(changes).toEqual([{ object: 'deleted_reusable_content', reusableContent }]);
    expect((await read()).status).toBe(404);
    expect((await change([{ ...update, title: 'Again' }], at)).status).toBe(400);
  });

  it('are refused as targets of links', async () => {
    const answer = await change([
      insert({ ref: 'part' }),
      { operation: 'insert_page', title: 'Page', document: { markdown: '[there](ref:part)' } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('a link cannot lead to the reusable content "part"');
  });
});
