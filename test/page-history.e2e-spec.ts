import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, readPage, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let ann: TestUser;
let ben: TestUser;
let spaceId: string;
/** Path of the space. */
let main: string;
let page: string;
let other: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ann = organization.admin;
  ben = await organization.member('edit');
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
  [page = '', other = ''] = await buildPages(ann, spaceId, [
    { title: 'Page', markdown: 'One' },
    { title: 'Other' },
  ]);
});

async function change(user: TestUser, changes: object[], path = main): Promise<string> {
  const answer = await user.api.post(`${path}/content`, { changes }, { query: { compat: false } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.revision as string;
}

async function history(path = main, query: Record<string, string> = {}, of = page) {
  const answer = await ann.api.get(`${path}/content/page/${of}/history`, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as {
    items: { change: string; revision: { id: string }; user?: { id: string } }[];
    next?: { page: string };
  };
}

async function deleted(path = main) {
  const answer = await ann.api.get(`${path}/content/deleted-pages`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.items as {
    page: { id: string; title: string };
    subpages: number;
    lastRevision: string;
  }[];
}

describe('the history of a page', () => {
  it('has the revisions that changed the page or its place, with their authors', async () => {
    await writePage(ben, main, other, 'Elsewhere');
    await writePage(ben, main, page, 'Two');
    await change(ann, [{ operation: 'update_page', page: other, title: 'Another' }]);
    await change(ann, [{ operation: 'update_page', page, into: other }]);
    const { items, next } = await history();
    expect(items.map(({ change: what, user }) => [what, user?.id])).toEqual([
      ['edited', ann.id],
      ['edited', ben.id],
      ['created', ann.id],
    ]);
    expect(next).toBeUndefined();
    await change(ann, [{ operation: 'delete_page', page: other }]);
    expect((await history()).items[0]).toMatchObject({ change: 'deleted', user: { id: ann.id } });
  });

  it('has each text that a revision went back to', async () => {
    await writePage(ann, main, page, 'Two');
    await writePage(ann, main, page, 'One');
    expect((await history()).items).toHaveLength(3);
  });

  it('is read in parts, each with what it found', async () => {
    for (let i = 0; i < 5; i++) await writePage(ann, main, i % 2 ? other : page, `Text ${i}`);
    const found: string[] = [];
    let part = await history(main, { limit: '1' });
    for (;;) {
      found.push(...part.items.map(({ revision }) => revision.id));
      if (!part.next) break;
      part = await history(main, { limit: '1', page: part.next.page });
    }
    expect(found).toEqual((await history()).items.map(({ revision }) => revision.id));
    expect(found).toHaveLength(4);
  });

  it('of a change request has what the request did', async () => {
    const request = await openChangeRequest(ben, spaceId);
    await writePage(ben, request.path, page, 'In the request');
    expect((await history(request.path)).items).toMatchObject([{ change: 'edited', user: { id: ben.id } }]);
    expect((await history()).items).toHaveLength(1);
    await ann.api.post(`${request.path}/merge`);
    expect((await history()).items[0]).toMatchObject({ revision: { type: 'merge' } });
  });
});

describe('deleted pages', () => {
  it('are listed with the revision that has them, and come back with their subpages', async () => {
    await buildPages(ann, spaceId, [{ title: 'Inner', into: page, markdown: 'Inside' }]);
    const before = (await ann.api.get(main)).body.revision;
    expect(await deleted()).toEqual([]);
    await change(ben, [{ operation: 'delete_page', page }]);
    await writePage(ann, main, other, 'Later');
    const [entry, ...rest] = await deleted();
    expect(rest).toEqual([]);
    expect(entry).toMatchObject({
      page: { id: page, title: 'Page', path: 'page' },
      subpages: 1,
      lastRevision: before,
      revision: { type: 'edits' },
      user: { id: ben.id },
    });
    await change(ann, [{ operation: 'revert_page', page, revision: entry!.lastRevision }]);
    expect(await deleted()).toEqual([]);
    expect(await readPage(ann, main, page)).toBe('One');
    const { pages } = (await ann.api.get(`${main}/content/pages`)).body;
    expect(pages.find(({ id }: { id: string }) => id === page).pages).toMatchObject([{ title: 'Inner' }]);
  });

  it('of a change request are those that the request deletes', async () => {
    const request = await openChangeRequest(ann, spaceId);
    await change(ann, [{ operation: 'delete_page', page: other }], request.path);
    const [entry] = await deleted(request.path);
    expect(entry).toMatchObject({ page: { id: other }, lastRevision: request.revisionInitial });
    expect(await deleted()).toEqual([]);
    await change(
      ann,
      [{ operation: 'revert_page', page: other, revision: entry!.lastRevision }],
      request.path,
    );
    expect(await deleted(request.path)).toEqual([]);
  });

  it('are hidden from those who may not see the content', async () => {
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(`${main}/content/deleted-pages`)).status).toBe(404);
    expect((await stranger.api.get(`${main}/content/page/${page}/history`)).status).toBe(404);
  });
});
