import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, type TestChangeRequest, writePage } from './support/change-requests.js';
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
let admin: TestUser;
let spaceId: string;
let page: string;
let request: TestChangeRequest;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ({ id: spaceId } = await buildSpace(organization));
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Home', markdown: 'Text' }]);
  request = await openChangeRequest(admin, spaceId, { subject: 'Fix typos' });
});

const get = async <T = Record<string, unknown>>(
  path: string,
  query: Record<string, string | string[]> = {},
  user = admin,
): Promise<T> => {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  const answer = await user.api.get(`${path}?${search.toString()}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as T;
};

describe('lists of change requests', () => {
  const numbers = async (query: Record<string, string | string[]>, path = `/v1/spaces/${spaceId}`) =>
    (await get<{ items: { number: number }[] }>(`${path}/change-requests`, query)).items.map(
      ({ number }) => number,
    );

  it('a list holds several statuses at once, and none that was not named', async () => {
    const second = await openChangeRequest(admin, spaceId);
    const third = await openChangeRequest(admin, spaceId);
    await admin.api.patch(second.path, { status: 'open' });
    await admin.api.patch(third.path, { status: 'archived' });
    expect(new Set(await numbers({ status: ['draft', 'open'] }))).toEqual(new Set([1, 2]));
    expect(await numbers({ status: 'archived' })).toEqual([3]);
    const wrong = await admin.api.get(`/v1/spaces/${spaceId}/change-requests?status=open&status=closed`);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('status');
  });

  it('a list is sorted by the last change when asked, page by page', async () => {
    test.clock.advance(1000);
    await openChangeRequest(admin, spaceId);
    test.clock.advance(1000);
    await admin.api.patch(request.path, { subject: 'Fixed typos' });
    const query = { status: 'draft', sort: 'updatedAt' };
    expect(await numbers(query)).toEqual([1, 2]);
    expect(await numbers({ status: 'draft' })).toEqual([2, 1]);
    expect(await numbers(query, `/v1/orgs/${organization.id}`)).toEqual([1, 2]);
    const first = await get<{ next: { page: string } }>(`/v1/spaces/${spaceId}/change-requests`, {
      ...query,
      limit: '1',
    });
    expect(await numbers({ ...query, limit: '1', page: first.next.page })).toEqual([2]);
  });
});

describe('the merge status', () => {
  const status = (user = admin) => get(`${request.path}/merge-status`, {}, user);

  it('says that nothing stands in the way where there are no rules', async () => {
    expect(await status()).toEqual({
      object: 'change-request-merge-status',
      mergeable: true,
      obstacles: [],
      rules: [],
      bypass: false,
      outdated: false,
      conflicts: 0,
    });
  });

  it('names each rule, what it wants, and the people it waits for by their names', async () => {
    const ann = await organization.member('review');
    const { displayName } = (await ann.api.get('/v1/user')).body as { displayName: string };
    const rules = [
      { rule: 'require_specific_reviewers', users: [ann.id] },
      { rule: 'require_change_request_subject' },
    ];
    await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
    const before = await status();
    const reason = `These reviewers must approve the current revision first: ${displayName}.`;
    expect(before).toMatchObject({
      mergeable: false,
      obstacles: [reason],
      rules: [
        {
          rule: 'require_specific_reviewers',
          met: false,
          requirement: `These reviewers approve: ${displayName}.`,
          reason,
        },
        { rule: 'require_change_request_subject', met: true, requirement: 'It has a subject.' },
      ],
    });
    await ann.api.post(`${request.path}/reviews`, { status: 'approved' });
    expect(await status()).toMatchObject({
      mergeable: true,
      obstacles: [],
      rules: [{ met: true }, { met: true }],
    });
  });

  it('says whom a rule lets past the others', async () => {
    const rules = [{ rule: 'require_at_least_one_review' }, { rule: 'allow_bypass', users: [admin.id] }];
    await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
    expect(await status()).toMatchObject({ mergeable: true, bypass: true, rules: [{ met: false }] });
    const other = await organization.member('review');
    expect(await status(other)).toMatchObject({ mergeable: false, bypass: false });
  });

  it('counts the conflicts that a merge would meet, and changes nothing', async () => {
    await writePage(admin, request.path, page, 'Mine');
    await writePage(admin, `/v1/spaces/${spaceId}`, page, 'Theirs');
    expect(await status()).toMatchObject({
      mergeable: false,
      outdated: true,
      conflicts: 1,
      obstacles: ['One conflict with the main content is not resolved.'],
    });
    expect(await get(`${request.path}/conflicts`)).toMatchObject({ items: [] });
    expect((await admin.api.post(`${request.path}/merge`)).body).toMatchObject({ result: 'conflicts' });
    const { items } = await get<{ items: { id: string }[] }>(`${request.path}/conflicts`);
    const resolutions = items.map(({ id }) => ({ conflict: id, choice: 'mine' }));
    await admin.api.post(`${request.path}/conflicts/resolve`, { resolutions });
    expect(await status()).toMatchObject({ mergeable: true, outdated: true, conflicts: 0 });
  });

  it('says who may not merge, and what is merged or archived', async () => {
    const editor = await organization.member('edit');
    expect(await status(editor)).toMatchObject({
      mergeable: false,
      obstacles: [expect.stringMatching(/review/)],
    });
    await admin.api.patch(request.path, { status: 'archived' });
    expect(await status()).toMatchObject({ obstacles: [expect.stringMatching(/archived/)] });
  });
});

describe('revisions of a change request', () => {
  const revisions = (path = request.path) =>
    get<{ items: { id: string; createdBy: string }[] }>(`${path}/revisions`);
  const changes = (from?: string) =>
    get<{ changes: { type: string }[] }>(`${request.path}/changes`, from === undefined ? {} : { from });

  it('a new change request has none, and each write adds one, the latest first', async () => {
    expect(await revisions()).toMatchObject({ items: [] });
    await writePage(admin, request.path, page, 'One');
    test.clock.advance(1000);
    const editor = await organization.member('edit');
    await writePage(editor, request.path, page, 'Two');
    expect(await revisions()).toMatchObject({ items: [{ createdBy: editor.id }, { createdBy: admin.id }] });
    expect(await revisions((await openChangeRequest(admin, spaceId)).path)).toMatchObject({ items: [] });
  });

  it('changes since a revision leave out what it had already', async () => {
    await writePage(admin, request.path, page, 'One\n\nTwo');
    const { items } = await revisions();
    const reviewed = items[0]!.id;
    expect((await changes(reviewed)).changes).toEqual([]);
    await writePage(admin, request.path, page, 'One\n\nThree');
    expect((await changes(reviewed)).changes).toMatchObject([{ type: 'page_edited' }]);
    const path = `${request.path}/content/page/${page}/changes`;
    const { blocks } = await get<{ blocks: object[] }>(path, { from: reviewed });
    expect(blocks).toHaveLength(1);
    expect((await get<{ blocks: object[] }>(path)).blocks.length).toBeGreaterThan(1);
  });

  it('a revision of something else is refused', async () => {
    const other = await openChangeRequest(admin, spaceId);
    await writePage(admin, other.path, page, 'Other');
    const { items } = await revisions(other.path);
    const query = new URLSearchParams({ from: items[0]!.id }).toString();
    expect((await admin.api.get(`${request.path}/changes?${query}`)).status).toBe(404);
    expect((await admin.api.get(`${request.path}/changes?from=unknown`)).status).toBe(404);
  });
});

describe('viewed pages', () => {
  const viewed = async (user: TestUser) =>
    (await get<{ items: { page: string }[] }>(`${request.path}/viewed-pages`, {}, user)).items.map(
      (item) => item.page,
    );
  const mark = (user: TestUser, id = page) => user.api.put(`${request.path}/viewed-pages/${id}`);

  it('a page is viewed by each user alone, until it changes', async () => {
    const ann = await organization.member('read');
    await writePage(admin, request.path, page, 'One');
    expect(await viewed(ann)).toEqual([]);
    expect((await mark(ann)).status).toBe(204);
    expect((await mark(ann)).status).toBe(204);
    expect(await viewed(ann)).toEqual([page]);
    expect(await viewed(admin)).toEqual([]);
    await writePage(admin, request.path, page, 'Two');
    expect(await viewed(ann)).toEqual([]);
    await mark(ann);
    expect(await viewed(ann)).toEqual([page]);
    expect((await ann.api.delete(`${request.path}/viewed-pages/${page}`)).status).toBe(204);
    expect(await viewed(ann)).toEqual([]);
  });

  it('a deleted page can be viewed, and an unknown one cannot', async () => {
    const changes = [{ operation: 'delete_page', page }];
    await admin.api.post(`${request.path}/content`, { changes });
    expect((await mark(admin)).status).toBe(204);
    expect(await viewed(admin)).toEqual([page]);
    expect((await mark(admin, 'unknown')).status).toBe(404);
  });
});
