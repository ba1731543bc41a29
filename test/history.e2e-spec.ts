import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, writePage } from './support/change-requests.js';
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

const revisionNow = async (): Promise<string> => (await organization.admin.api.get(main)).body.revision;

const paths = (pages: { path: string }[]): string[] => pages.map((page) => page.path);

async function pathsOf(base: string): Promise<string[]> {
  return paths((await organization.admin.api.get(`${base}/content/pages`)).body.pages);
}

/** Type and text of each change. */
function told(body: { blocks: { type: string; before?: object; after?: object }[] }) {
  const words = (block?: object) => /"text":"([^"]*)"/.exec(JSON.stringify(block ?? {}))?.[1];
  return body.blocks.map(({ type, before, after }) => [type, words(before), words(after)]);
}

describe('the diff of two revisions', () => {
  it('shows changes of pages, files and variables, over several revisions', async () => {
    const { admin } = organization;
    const [one = '', two = ''] = await buildPages(admin, spaceId, [
      { title: 'One', markdown: 'Words.' },
      { title: 'Two', markdown: 'Words.' },
    ]);
    const first = await revisionNow();
    const change = (change: object) => admin.api.post(`${main}/content`, { changes: [change] });
    await change({ operation: 'update_page', page: one, title: 'First' });
    await change({ operation: 'update_page', page: two, into: one });
    await buildPages(admin, spaceId, [{ title: 'Three' }]);
    const file = { name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' };
    await change({ operation: 'insert_files', files: [file] });
    const path = `${main}/revisions/${await revisionNow()}/changes`;

    const last = await admin.api.get(path);
    expect(last.body.changes).toMatchObject([{ type: 'file_created', file: { name: 'a.txt' } }]);
    const all = await admin.api.get(path, { query: { from: first, limit: 100 } });
    const types = all.body.changes.map((entry: { type: string }) => entry.type).sort();
    expect(types).toEqual(['file_created', 'page_created', 'page_edited', 'page_moved']);
    const back = await admin.api.get(`${main}/revisions/${first}/changes`, {
      query: { from: await revisionNow() },
    });
    expect(back.body.changes.map((entry: { type: string }) => entry.type)).toContain('page_deleted');
  });

  it('shows the changed blocks of a page', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, spaceId, [
      { title: 'Page', markdown: 'One\n\nTwo\n\nThree' },
    ]);
    const first = await revisionNow();
    await writePage(admin, main, page, 'One\n\nTwo and a half\n\nThree');
    await writePage(admin, main, page, 'New\n\nOne\n\nTwo and a half');
    const now = await revisionNow();
    const path = `${main}/revisions/${now}/page/${page}/changes`;
    const answer = await admin.api.get(path, { query: { from: first } });
    expect(told(answer.body)).toEqual([
      ['block_created', undefined, 'New'],
      ['block_edited', 'Two', 'Two and a half'],
      ['block_deleted', 'Three', undefined],
    ]);
    expect(answer.body.page).toMatchObject({ id: page, title: 'Page', path: 'page' });
    const { before } = answer.body.document;
    expect((await admin.api.get(`${main}/documents/${before}`)).status).toBe(200);
    expect(told((await admin.api.get(path)).body)).toEqual([
      ['block_created', undefined, 'New'],
      ['block_deleted', 'Three', undefined],
    ]);
  });

  it('names blocks that can then be reverted', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, spaceId, [
      { title: 'Page', markdown: 'One\n\nTwo\n\nThree' },
    ]);
    const first = await revisionNow();
    await writePage(admin, main, page, '1\n\nTwo\n\n3');
    const answer = await admin.api.get(`${main}/revisions/${await revisionNow()}/page/${page}/changes`);
    const [edited] = answer.body.blocks;
    const revert = { operation: 'revert_page', page, revision: first, block: [edited.block] };
    expect((await admin.api.post(`${main}/content`, { changes: [revert] })).status).toBe(200);
    const read = await admin.api.get(`${main}/content/page/${page}`, { query: { format: 'markdown' } });
    expect(read.body.markdown).toContain('One\n\nTwo\n\n3');
  });

  it('is 404 for unknown pages and revisions, and for members who do not see the space', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, spaceId, [{ title: 'Page' }]);
    const now = await revisionNow();
    const other = await buildSpace(organization);
    const elsewhere = (await admin.api.get(`/v1/spaces/${other.id}`)).body.revision;
    const path = `${main}/revisions/${now}`;
    expect((await admin.api.get(`${path}/page/none/changes`)).status).toBe(404);
    expect((await admin.api.get(`${path}/page/${page}/changes`, { query: { from: elsewhere } })).status).toBe(
      404,
    );
    expect((await admin.api.get(`${path}/changes`, { query: { from: elsewhere } })).status).toBe(404);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(`${path}/page/${page}/changes`)).status).toBe(404);
  });
});

describe('a change request', () => {
  it('shows the blocks that it changes, also after an update', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, spaceId, [
      { title: 'Page', markdown: 'One\n\nTwo\n\nThree' },
    ]);
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'One\n\nTwo!\n\nThree');
    await writePage(admin, main, page, 'One!\n\nTwo\n\nThree');
    const path = `${request.path}/content/page/${page}/changes`;
    expect(told((await admin.api.get(path)).body)).toEqual([['block_edited', 'Two', 'Two!']]);
    await admin.api.post(`${request.path}/update`);
    expect(told((await admin.api.get(path)).body)).toEqual([['block_edited', 'Two', 'Two!']]);
  });

  it('brings a locked space back to an earlier revision', async () => {
    const { admin } = organization;
    await buildPages(admin, spaceId, [{ title: 'Kept' }]);
    const good = await revisionNow();
    await buildPages(admin, spaceId, [{ title: 'Mistake' }]);
    await admin.api.patch(main, { editMode: 'locked' });
    expect((await admin.api.post(`${main}/revisions/${good}/rollback`)).status).toBe(403);

    const request = await admin.api.post(`${main}/change-requests`, { subject: 'Back', revision: good });
    expect(request.status).toBe(201);
    const path = `${main}/change-requests/${request.body.id}`;
    expect((await admin.api.get(`${path}/content`)).body.type).toBe('rollback');
    expect(await pathsOf(main)).toEqual(['kept', 'mistake']);
    expect(await pathsOf(path)).toEqual(['kept']);
    expect((await admin.api.post(`${path}/merge`)).body.result).toBe('merge');
    expect(await pathsOf(main)).toEqual(['kept']);
  });

  it('is refused for a revision of another space', async () => {
    const { admin } = organization;
    const other = await buildSpace(organization);
    const { revision } = (await admin.api.get(`/v1/spaces/${other.id}`)).body;
    const answer = await admin.api.post(`${main}/change-requests`, { revision });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('revision');
  });
});
