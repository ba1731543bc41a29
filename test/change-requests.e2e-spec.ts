import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { openChangeRequest, readPage, tryToWritePage, writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { block, documentOf, text } from './support/document-nodes.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let space: { id: string; revision: string };
/** Path of the space. */
let main: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  space = await buildSpace(organization);
  main = `/v1/spaces/${space.id}`;
});

describe('opening a change request', () => {
  it('answers a draft on the current content, with its location', async () => {
    const { admin } = organization;
    const answer = await admin.api.post(`${main}/change-requests`, { subject: 'Fix typos', whatever: 1 });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      object: 'change-request',
      number: 1,
      status: 'draft',
      subject: 'Fix typos',
      space: space.id,
      revision: space.revision,
      revisionInitial: space.revision,
      comments: 0,
      outdated: false,
      createdBy: { object: 'user', id: admin.id },
    });
    expect(answer.body).not.toHaveProperty('description');
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    const found = await admin.api.get(new URL(answer.body.urls.location).pathname);
    expect(found.body).toEqual(answer.body);
  });

  it('requires neither a body nor a subject', async () => {
    const answer = await organization.admin.api.post(`${main}/change-requests`);
    expect(answer.status).toBe(201);
    expect(answer.body.subject).toBe('');
  });

  it.each([
    ['a template', { template: { id: 'one' } }, 'template'],
    ['a subject of 101 characters', { subject: 'x'.repeat(101) }, 'subject'],
    ['a subject that is no text', { subject: 7 }, 'subject'],
  ])('refuses %s', async (_, body, field) => {
    const answer = await organization.admin.api.post(`${main}/change-requests`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it('assigns numbers without gaps, also when many are opened at once', async () => {
    const { admin } = organization;
    const opened = await Promise.all(Array.from({ length: 8 }, () => openChangeRequest(admin, space.id)));
    expect(opened.map((request) => request.number).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const shown = await admin.api.get(main);
    expect(shown.body).toMatchObject({ changeRequests: 8, changeRequestsDraft: 8, changeRequestsOpen: 0 });
  });

  it('requires the role editor, in a locked space too', async () => {
    const locked = await buildSpace(organization, { editMode: 'locked' });
    const editor = await organization.member('edit');
    const commenter = await organization.member('comment');
    expect((await editor.api.post(`/v1/spaces/${locked.id}/change-requests`)).status).toBe(201);
    expect((await commenter.api.post(`/v1/spaces/${locked.id}/change-requests`)).status).toBe(403);
  });
});

describe('reading a change request', () => {
  it('works by id and by number everywhere', async () => {
    const { admin } = organization;
    const first = await openChangeRequest(admin, space.id);
    const byNumber = `${main}/change-requests/${first.number}`;
    for (const suffix of ['', '/content', '/content/pages', '/content/files', '/changes', '/conflicts']) {
      const answers = [await admin.api.get(first.path + suffix), await admin.api.get(byNumber + suffix)];
      expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
    }
    for (const suffix of ['/reviews', '/requested-reviewers', '/contributors']) {
      expect((await admin.api.get(byNumber + suffix)).status).toBe(200);
    }
    expect((await admin.api.patch(byNumber, { status: 'open' })).status).toBe(200);
    expect((await admin.api.post(`${byNumber}/update`)).status).toBe(200);
    expect((await admin.api.post(`${byNumber}/merge`)).status).toBe(200);
  });

  it('answers 404 for an unknown request and for one of another space', async () => {
    const { admin } = organization;
    const other = await buildSpace(organization);
    const elsewhere = await openChangeRequest(admin, other.id);
    for (const key of ['unknown', '1', '99999999999999999999', elsewhere.id]) {
      for (const suffix of ['', '/content', '/changes', '/conflicts', '/reviews']) {
        const answer = await admin.api.get(`${main}/change-requests/${key}${suffix}`);
        expect(answer.status).toBe(404);
      }
    }
    expect((await admin.api.get('/v1/spaces/unknown/change-requests/1')).status).toBe(404);
  });

  it('answers 404 to strangers, and to guests without a permission', async () => {
    const request = await openChangeRequest(organization.admin, space.id);
    const stranger = (await buildOrganization(test)).admin;
    const guest = await organization.member(null);
    for (const user of [stranger, guest]) {
      expect((await user.api.get(request.path)).status).toBe(404);
      expect((await user.api.get(`${main}/change-requests`)).status).toBe(404);
      expect((await user.api.post(`${request.path}/merge`)).status).toBe(404);
      expect((await user.api.post(`${main}/change-requests`)).status).toBe(404);
    }
    expect((await test.api.get(request.path)).status).toBe(401);
  });
});

describe('lists of change requests', () => {
  it('hold the open ones, newest first, page by page', async () => {
    const { admin } = organization;
    for (let n = 0; n < 3; n++) {
      const request = await openChangeRequest(admin, space.id);
      await admin.api.patch(request.path, { status: 'open' });
      test.clock.advance(1000);
    }
    await openChangeRequest(admin, space.id);
    const first = await admin.api.get(`${main}/change-requests`, { query: { limit: 2 } });
    expect(first.body.count).toBe(3);
    expect(numbers(first.body)).toEqual([3, 2]);
    const second = await admin.api.get(`${main}/change-requests`, {
      query: { limit: 2, page: first.body.next.page },
    });
    expect(numbers(second.body)).toEqual([1]);
    expect(second.body).not.toHaveProperty('next');
    const none = await admin.api.get(`${main}/change-requests`, { query: { limit: 0 } });
    expect(none.body).toMatchObject({ items: [], count: 3 });
  });

  it('filter by status, creator, contributor, requested reviewer and cluster', async () => {
    const { admin } = organization;
    const editor = await organization.member('edit');
    const reviewer = await organization.member('review');
    const [page = ''] = await buildPages(admin, space.id, [{ title: 'Home', markdown: 'Text' }]);
    const mine = await openChangeRequest(admin, space.id);
    const theirs = await openChangeRequest(editor, space.id);
    await writePage(editor, mine.path, page, 'Better');
    await admin.api.post(`${theirs.path}/requested-reviewers`, { users: [reviewer.id] });
    await admin.api.patch(mine.path, { status: 'archived' });
    const list = async (query: Record<string, string>) => {
      const read = async (base: string) =>
        numbers((await admin.api.get(`${base}/change-requests`, { query })).body);
      const found = await read(main);
      expect(await read(`/v1/orgs/${organization.id}`)).toEqual(found);
      return found;
    };
    expect(await list({})).toEqual([]);
    expect(await list({ status: 'draft' })).toEqual([2]);
    expect(await list({ status: 'archived' })).toEqual([1]);
    expect(await list({ status: 'draft', creator: editor.id })).toEqual([2]);
    expect(await list({ status: 'draft', creator: admin.id })).toEqual([]);
    expect(await list({ status: 'archived', contributor: editor.id })).toEqual([1]);
    expect(await list({ status: 'draft', contributor: editor.id })).toEqual([]);
    expect(await list({ status: 'draft', requestedReviewer: reviewer.id })).toEqual([2]);
    expect(await list({ status: 'archived', requestedReviewer: reviewer.id })).toEqual([]);
    expect(await list({ status: 'draft', conversationsIssuesCluster: 'any' })).toEqual([]);
    const bad = await admin.api.get(`${main}/change-requests`, { query: { status: 'closed' } });
    expect(bad.status).toBe(400);
  });

  it('of an organization show only those that the member may see', async () => {
    const { admin } = organization;
    const secret = await buildSpace(organization, { title: 'Secret' });
    await admin.api.patch(`/v1/spaces/${secret.id}`, { defaultLevel: null });
    const shown = await openChangeRequest(admin, space.id);
    const hidden = await openChangeRequest(admin, secret.id);
    const reader = await organization.member('read');
    const guest = await organization.member(null);
    const path = `/v1/orgs/${organization.id}/change-requests`;
    const ids = async (user: typeof admin, query: Record<string, string | number> = {}) => {
      const answer = await user.api.get(path, { query: { status: 'draft', ...query } });
      expect(answer.status).toBe(200);
      const { items, count } = answer.body as { items: { id: string }[]; count: number };
      return { ids: items.map((item) => item.id).sort(), count };
    };
    expect(await ids(admin)).toEqual({ ids: [shown.id, hidden.id].sort(), count: 2 });
    expect(await ids(reader)).toEqual({ ids: [shown.id], count: 1 });
    expect(await ids(reader, { limit: 0 })).toEqual({ ids: [], count: 1 });
    expect(await ids(guest)).toEqual({ ids: [], count: 0 });
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
  });

  it('need few statements of the database', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, space.id, [{ title: 'Home', markdown: 'Text' }]);
    const request = await openChangeRequest(admin, space.id);
    await writePage(admin, request.path, page, 'Changed');
    const content = [`content/page/${page}?format=markdown`, 'content/path/home', 'content/pages'];
    for (const path of [
      request.path,
      `${main}/change-requests`,
      ...content.map((suffix) => `${request.path}/${suffix}`),
    ]) {
      await admin.api.get(path);
      const costs: number[] = [];
      for (let n = 0; n < 5; n++) {
        const before = test.db.statements;
        await admin.api.get(path);
        costs.push(test.db.statements - before);
      }
      // The job queue looks for work on the same connection pool now and then; that only ever adds.
      expect(Math.min(...costs)).toBeLessThanOrEqual(3);
    }
  });
});

describe('editing a change request', () => {
  it('changes the fields of the body and nothing else', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id, { subject: 'One' });
    const described = await admin.api.patch(request.path, {
      description: { markdown: 'Some **bold** text' },
    });
    expect(described.status).toBe(200);
    expect(described.body).toMatchObject({
      subject: 'One',
      status: 'draft',
      description: { object: 'document' },
    });
    const document = described.body.description;
    expect(JSON.stringify(document)).toContain('bold');
    const renamed = await admin.api.patch(request.path, { subject: 'Two' });
    expect(renamed.body).toMatchObject({ subject: 'Two', description: document });
    const same = await admin.api.patch(request.path, { description: document });
    expect(same.body.description).toEqual(document);
    const empty = await admin.api.patch(request.path, {});
    expect(empty.body).toEqual(same.body);
    const cleared = await admin.api.patch(request.path, { description: null });
    expect(cleared.body).not.toHaveProperty('description');
  });

  it.each([
    [{ status: 'merged' }, 'status'],
    [{ status: 'closed' }, 'status'],
    [{ subject: 'x'.repeat(101) }, 'subject'],
    [{ subject: null }, 'subject'],
    [{ description: 'text' }, 'description'],
    [{ description: { object: 'block' } }, 'description'],
    [
      { description: { markdown: 'One', document: { object: 'document', data: {}, nodes: [] } } },
      'description.markdown and description.document',
    ],
    [{ description: { object: 'document', data: {}, nodes: 'text' } }, 'description'],
  ])('refuses %j', async (body, field) => {
    const request = await openChangeRequest(organization.admin, space.id);
    const answer = await organization.admin.api.patch(request.path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it('refuses a description that is too long', async () => {
    const request = await openChangeRequest(organization.admin, space.id);
    const { api } = organization.admin;
    const long = block('paragraph', {}, [text('x'.repeat(10_001))]);
    for (const [description, what] of [
      [{ markdown: 'x'.repeat(10_001) }, 'description.markdown must not be longer than 10000'],
      [documentOf(long), 'the text of description must not be longer than 10000'],
      [{ ...documentOf(), data: { x: 'x'.repeat(100_000) } }, 'description as JSON must not be longer'],
    ] as const) {
      const answer = await api.patch(request.path, { description });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(what);
    }
  });

  it('moves it between draft, open and archived, and updates the counts of the space', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    const counts = async () => {
      const { changeRequests, changeRequestsOpen, changeRequestsDraft } = (await admin.api.get(main)).body;
      return [changeRequests, changeRequestsOpen, changeRequestsDraft];
    };
    expect(await counts()).toEqual([1, 0, 1]);
    for (const [status, expected] of [
      ['open', [1, 1, 0]],
      ['open', [1, 1, 0]],
      ['archived', [1, 0, 0]],
      ['draft', [1, 0, 1]],
    ] as const) {
      expect((await admin.api.patch(request.path, { status })).body.status).toBe(status);
      expect(await counts()).toEqual(expected);
    }
    await admin.api.post(`${request.path}/merge`);
    expect(await counts()).toEqual([1, 0, 0]);
  });

  it('requires the role editor', async () => {
    const request = await openChangeRequest(organization.admin, space.id);
    const editor = await organization.member('edit');
    const reader = await organization.member('read');
    expect((await editor.api.patch(request.path, { subject: 'Mine' })).status).toBe(200);
    expect((await reader.api.get(request.path)).status).toBe(200);
    expect((await reader.api.patch(request.path, { subject: 'Mine' })).status).toBe(403);
    expect((await reader.api.patch(request.path, {})).status).toBe(403);
  });
});

describe('the content of a change request', () => {
  let page: string;

  beforeEach(async () => {
    [page = ''] = await buildPages(organization.admin, space.id, [
      { title: 'Home', markdown: 'First\n\nSecond\n\nThird' },
    ]);
  });

  it('is edited on a branch of its own', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    const changes = [
      { operation: 'update_page', page, document: { markdown: 'Changed' } },
      { operation: 'insert_page', title: 'New', ref: 'new', document: { markdown: 'Hello' } },
      {
        operation: 'insert_files',
        files: [{ name: 'a.txt', contentType: 'text/plain', base64: Buffer.from('hi').toString('base64') }],
      },
    ];
    const answer = await admin.api.post(`${request.path}/content`, { changes }, { query: { compat: false } });
    expect(answer.status).toBe(200);
    const { changeRequest, insertedFiles, changes: outcomes } = answer.body;
    expect(changeRequest.revision).not.toBe(request.revision);
    expect(changeRequest).toMatchObject({ revisionInitial: request.revision, outdated: false });
    expect(outcomes).toMatchObject([
      { object: 'updated_page', page: { id: page } },
      { object: 'created_page', ref: 'new' },
    ]);
    const created = outcomes[1].page.id as string;

    expect(await readPage(admin, request.path, page)).toBe('Changed');
    expect(await readPage(admin, main, page)).toBe('First\n\nSecond\n\nThird');
    const revision = await admin.api.get(`${request.path}/content`);
    expect(revision.body).toMatchObject({
      id: changeRequest.revision,
      type: 'edits',
      parents: [request.revision],
    });
    const pages = await admin.api.get(`${request.path}/content/pages`);
    expect(pages.body.pages.map((item: { id: string }) => item.id)).toEqual([page, created]);
    const files = await admin.api.get(`${request.path}/content/files`);
    expect(files.body.items).toMatchObject([{ id: insertedFiles[0].id, name: 'a.txt' }]);
    const file = await admin.api.get(`${request.path}/content/files/${insertedFiles[0].id}`);
    expect(file.body).toEqual(files.body.items[0]);
    const found = await admin.api.get(`${request.path}/content/path/new`, { query: { format: 'document' } });
    expect(found.body).toMatchObject({ id: created, document: { object: 'document' } });
    for (const missing of ['page/none', 'path/none', 'files/none', 'reusable-contents/none']) {
      expect((await admin.api.get(`${request.path}/content/${missing}`)).status).toBe(404);
    }
    const mainPages = await admin.api.get(`${main}/content/pages`);
    expect(mainPages.body.pages).toHaveLength(1);
  });

  it('gets no revision from an edit that changes nothing', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    const same = await tryToWritePage(admin, request.path, page, 'First\n\nSecond\n\nThird');
    expect(same.body).toMatchObject({ object: 'change-request', id: request.id, revision: request.revision });
  });

  it('keeps nothing of a batch that fails', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    const changes = [
      { operation: 'update_page', page, document: { markdown: 'Changed' } },
      { operation: 'update_page', page: 'none', document: { markdown: 'Lost' } },
    ];
    const answer = await admin.api.post(`${request.path}/content`, { changes });
    expect(answer.status).toBe(400);
    expect((await admin.api.get(request.path)).body.revision).toBe(request.revision);
    expect(await readPage(admin, request.path, page)).toBe('First\n\nSecond\n\nThird');
  });

  it('keeps the edits of concurrent writers, or answers 409', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    const insert = (title: string) =>
      admin.api.post(`${request.path}/content`, {
        changes: [{ operation: 'insert_page', title, document: { markdown: title } }],
      });
    const titles = ['A', 'B', 'C', 'D'];
    const answers = await Promise.all(titles.map((title) => insert(title)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const pages = await admin.api.get(`${request.path}/content/pages`);
    const shown = pages.body.pages.map((item: { title: string }) => item.title) as string[];
    expect(shown.sort()).toEqual([...titles, 'Home']);

    const rivals = await Promise.all(
      ['X', 'Y'].map((text) => tryToWritePage(admin, request.path, page, text)),
    );
    const landed = rivals.filter((answer) => answer.status === 200).length;
    expect(rivals.every((answer) => [200, 409].includes(answer.status))).toBe(true);
    expect(landed).toBeGreaterThanOrEqual(1);
    const text = await readPage(admin, request.path, page);
    expect(['X', 'Y']).toContain(text);
    expect(await revisionsBetween(request.path, request.revision)).toBe(titles.length + landed);
  });

  it('refuses edits with 409 in an archived request, and with 403 below the role editor', async () => {
    const { admin } = organization;
    const reader = await organization.member('comment');
    const request = await openChangeRequest(admin, space.id);
    expect((await tryToWritePage(reader, request.path, page, 'No')).status).toBe(403);
    await admin.api.patch(request.path, { status: 'archived' });
    expect((await tryToWritePage(admin, request.path, page, 'No')).status).toBe(409);
    expect(await readPage(admin, request.path, page)).toBe('First\n\nSecond\n\nThird');
  });

  it('can be edited while the space is locked', async () => {
    const { admin } = organization;
    const editor = await organization.member('edit');
    const request = await openChangeRequest(editor, space.id);
    await admin.api.patch(main, { editMode: 'locked' });
    await writePage(editor, request.path, page, 'Changed');
    expect((await tryToWritePage(editor, main, page, 'Changed')).status).toBe(403);
  });

  it('names its contributors', async () => {
    const { admin } = organization;
    const editor = await organization.member('edit');
    const request = await openChangeRequest(admin, space.id);
    await writePage(admin, request.path, page, 'One');
    test.clock.advance(1000);
    await writePage(editor, request.path, page, 'Two');
    test.clock.advance(1000);
    await writePage(editor, request.path, page, 'Three');
    const answer = await admin.api.get(`${request.path}/contributors`);
    expect(answer.body.items).toMatchObject([
      { user: { id: editor.id }, count: 2, actionType: 'edit' },
      { user: { id: admin.id }, count: 1 },
    ]);
  });

  it('is compared with its base, ten changes unless more are requested', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    expect((await admin.api.get(`${request.path}/changes`)).body).toEqual({ changes: [] });
    const inserts = Array.from({ length: 11 }, (_, n) => ({
      operation: 'insert_page',
      title: `Page ${n}`,
      document: { markdown: '' },
    }));
    const update = { operation: 'update_page', page, title: 'Welcome', document: { markdown: 'Changed' } };
    await admin.api.post(`${request.path}/content`, { changes: [update, ...inserts] });
    // Changes of the main content are not changes of the request.
    await buildPages(admin, space.id, [{ title: 'Elsewhere' }]);
    const few = await admin.api.get(`${request.path}/changes`);
    expect(few.body.changes).toHaveLength(10);
    expect(few.body.more).toBe(2);
    const all = await admin.api.get(`${request.path}/changes`, { query: { limit: 100 } });
    expect(all.body).not.toHaveProperty('more');
    expect(all.body.changes).toHaveLength(12);
    expect(all.body.changes).toContainEqual({
      type: 'page_edited',
      page: { id: page, type: 'document', title: 'Welcome', path: 'home' },
      attributes: {
        title: { before: 'Home', after: 'Welcome' },
        document: { before: expect.any(String) as string, after: expect.any(String) as string },
      },
    });
    expect((await admin.api.get(`${request.path}/changes`, { query: { limit: -1 } })).status).toBe(400);
  });
});

describe('a change request', () => {
  it('moves with its space to another organization, reviews and all', async () => {
    const { admin } = organization;
    const target = await buildOrganization(test);
    const [page = ''] = await buildPages(admin, space.id, [{ title: 'Home', markdown: 'Text' }]);
    const request = await openChangeRequest(admin, space.id);
    await writePage(admin, request.path, page, 'Changed');
    await admin.api.post(`${request.path}/reviews`, { status: 'approved' });
    await invite(target, admin.id);
    const moved = await admin.api.post(`${main}/transfer`, { organization: target.id });
    expect(moved.status).toBe(200);
    const shown = await target.admin.api.get(request.path);
    expect(shown.body).toMatchObject({ id: request.id, number: 1, createdBy: { id: admin.id } });
    expect((await target.admin.api.get(`${request.path}/reviews`)).body.items).toHaveLength(1);
    expect((await target.admin.api.get(`${request.path}/contributors`)).body.items).toHaveLength(1);
    expect((await target.admin.api.post(`${request.path}/merge`)).body.result).toBe('merge');
    expect(await readPage(target.admin, main, page)).toBe('Changed');
  });

  it('cannot be reached once its space is deleted', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    await admin.api.delete(main);
    const editor = await organization.member('edit');
    expect((await editor.api.get(request.path)).status).toBe(404);
    expect((await admin.api.post(`${request.path}/merge`)).status).toBe(404);
    const list = await admin.api.get(`/v1/orgs/${organization.id}/change-requests`, {
      query: { status: 'draft' },
    });
    expect(list.body.items).toEqual([]);
  });
});

describe('a purged space', () => {
  it('leaves nothing of its change requests behind', async () => {
    const { admin } = organization;
    const [page = ''] = await buildPages(admin, space.id, [{ title: 'Home', markdown: 'Text' }]);
    const request = await openChangeRequest(admin, space.id);
    await writePage(admin, request.path, page, 'Mine');
    await writePage(admin, main, page, 'Theirs');
    await admin.api.post(`${request.path}/merge`);
    await admin.api.post(`${request.path}/requested-reviewers`, { users: [admin.id] });
    await admin.api.post(`${request.path}/reviews`, { status: 'approved' });
    const tables = ['contributors', 'conflicts', 'reviews', 'requested_reviewers'].map(
      (table) => `change_request_${table}`,
    );
    const counts = async () => {
      const found: number[] = [];
      for (const table of ['change_requests', ...tables]) {
        const sql = `select count(*)::int as count from ${table} where organization_id = $1`;
        found.push((await test.db.query<{ count: number }>(sql, [organization.id]))[0]?.count ?? -1);
      }
      return found;
    };
    expect(await counts()).toEqual([1, 1, 1, 1, 1]);
    await admin.api.delete(main);
    test.clock.advance(8 * 24 * 3600 * 1000);
    await test.app.get(Jobs).enqueue('spaces.purge', {});
    await test.settle();
    expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  });
});

function numbers(body: { items: { number: number }[] }): number[] {
  return body.items.map((item) => item.number);
}

/** Length of the line of single-parent revisions from the change request back to `from`. */
async function revisionsBetween(path: string, from: string): Promise<number> {
  const { admin } = organization;
  let id = (await admin.api.get(path)).body.revision as string;
  for (let count = 0; ; count++) {
    if (id === from) return count;
    const revision = await admin.api.get(`${main}/revisions/${id}`);
    id = revision.body.parents[0] as string;
  }
}

/** Makes the user an admin of the organization. */
async function invite(target: TestOrganization, userId: string): Promise<void> {
  await test.app.get(Members).addMember(target.id, userId, 'admin');
}
