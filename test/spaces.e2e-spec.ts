import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Projection } from '../src/modules/content/index.js';
import { SpaceBranches, SpaceHooks, Spaces } from '../src/modules/spaces/index.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 3_600_000;
let test: TestApp;
let org: TestOrganization;
/** Purge jobs that the start itself asked for. */
let purgesAtStart: number;

beforeAll(async () => {
  test = await createTestApp();
  const [row] = await test.db.query<{ count: number }>(
    `select count(*)::int as count from jobs.job where name = 'spaces.purge'`,
  );
  purgesAtStart = row?.count ?? 0;
  org = await buildOrganization(test);
});

afterAll(() => test.close());

const titles = (answer: { body: { items: { title: string }[] } }) =>
  answer.body.items.map((item) => item.title);

const collection = async (organization: TestOrganization, body: object = {}): Promise<string> =>
  (await organization.admin.api.post(`/v1/orgs/${organization.id}/collections`, body)).body.id as string;

describe('creating a space', () => {
  it('the request needs no body: it creates a locked space with one page, at the end of the root', async () => {
    const own = await buildOrganization(test);
    await buildSpace(own, { title: 'First' });
    const answer = await own.admin.api.post(`/v1/orgs/${own.id}/spaces`);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    expect(answer.body).toMatchObject({
      title: 'Untitled',
      emoji: '',
      editMode: 'locked',
      visibility: 'private',
      defaultLevel: 'inherit',
      mergeRules: { type: 'inherit' },
      organization: own.id,
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    });
    expect(answer.body).not.toHaveProperty('parent');
    const space = await test.app.get(Spaces).findRecords(own.id, [answer.body.id as string]);
    const snapshot = space.get(answer.body.id as string)!.snapshot;
    const pages = await test.app.get(Projection).listPages(own.id, answer.body.id as string, snapshot);
    expect(pages?.map((page) => page.title)).toEqual(['Untitled']);
    expect(titles(await own.admin.api.get(`/v1/orgs/${own.id}/spaces`))).toEqual(['First', 'Untitled']);
  });

  it('the request takes all settings, and empty means no page', async () => {
    const parent = await collection(org, { title: 'Shelf' });
    const body = { title: 'Handbook', emoji: '📘', parent, language: 'pt-br', editMode: 'live', empty: true };
    const answer = await org.admin.api.post(`/v1/orgs/${org.id}/spaces`, body);
    expect(answer.body).toMatchObject({
      title: 'Handbook',
      emoji: '📘',
      parent,
      language: 'pt-br',
      editMode: 'live',
      visibility: 'in-collection',
    });
    const id = answer.body.id as string;
    const space = (await test.app.get(Spaces).findRecords(org.id, [id])).get(id)!;
    expect(await test.app.get(Projection).listPages(org.id, id, space.snapshot)).toEqual([]);
  });

  it.each([
    [{ title: 'x'.repeat(51) }, 'title'],
    [{ title: null }, 'title'],
    [{ emoji: 'x'.repeat(51) }, 'emoji'],
    [{ emoji: 'handbook' }, 'emoji must be one emoji'],
    [{ emoji: 'face' }, 'emoji must be one emoji'],
    [{ emoji: '0041' }, 'emoji must be one emoji'],
    [{ emoji: '📘📗' }, 'emoji must be one emoji'],
    [{ language: 'xx' }, 'language'],
    [{ editMode: 'open' }, 'editMode'],
    [{ template: { id: 'none' } }, 'template'],
    [{ computedSource: { type: 'integration:x:y' } }, 'computedSource'],
  ])('the body %j is refused', async (body, word) => {
    const answer = await org.admin.api.post(`/v1/orgs/${org.id}/spaces`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(word);
  });

  it.each(['1f4d8', '2764-fe0f', '1f468-200d-1f4bb', '0031-fe0f-20e3', '🇩🇪', '🧑🏽‍💻', 'books', ''])(
    'the emoji %j is taken as it is sent',
    async (emoji) => {
      const { body } = await org.admin.api.post(`/v1/orgs/${org.id}/spaces`, { emoji, empty: true });
      expect(body.emoji).toBe(emoji);
      // An object that was stored before there was a rule keeps what it has, whatever else is changed.
      await test.db.execute(`update spaces set emoji = 'old words' where id = $1`, [body.id]);
      const after = await org.admin.api.patch(`/v1/spaces/${body.id}`, { title: 'After' });
      expect(after.body).toMatchObject({ title: 'After', emoji: 'old words' });
    },
  );

  it('the request takes the role create, and a parent in the organization that the actor sees', async () => {
    const creator = await org.member('create');
    const reviewer = await org.member('review');
    const guest = await org.member(null);
    const path = `/v1/orgs/${org.id}/spaces`;
    expect((await creator.api.post(path, { title: 'Mine' })).status).toBe(201);
    expect((await reviewer.api.post(path, {})).status).toBe(403);
    expect((await guest.api.post(path, {})).status).toBe(403);
    expect((await (await buildUser(test)).api.post(path, {})).status).toBe(404);
    expect((await test.api.post(path, {})).status).toBe(401);
    expect((await creator.api.post(path, { parent: 'unknown' })).status).toBe(404);
    const other = await buildOrganization(test);
    const foreign = await collection(other, {});
    expect((await org.admin.api.post(path, { parent: foreign })).status).toBe(404);
  });
});

describe('reading and listing spaces', () => {
  it('a space is hidden from other organizations, and members see their permissions', async () => {
    const { id } = await buildSpace(org, { title: 'Seen' });
    const stranger = (await buildOrganization(test)).admin;
    const reader = await org.member('read');
    const guest = await org.member(null);
    expect((await test.api.get(`/v1/spaces/${id}`)).status).toBe(401);
    expect((await stranger.api.get(`/v1/spaces/${id}`)).status).toBe(404);
    expect((await guest.api.get(`/v1/spaces/${id}`)).status).toBe(404);
    const seen = await reader.api.get(`/v1/spaces/${id}`);
    expect(seen.body.permissions).toEqual({
      view: true,
      access: true,
      admin: false,
      viewInviteLinks: false,
      edit: false,
      triggerGitSync: false,
      comment: false,
      merge: false,
      review: false,
      installIntegration: false,
    });
    expect((await stranger.api.get(`/v1/orgs/${org.id}/spaces`)).status).toBe(404);
    expect((await guest.api.get(`/v1/orgs/${org.id}/spaces`)).body).toEqual({ items: [], count: 0 });
  });

  it('one space takes two statements, a page of a list three', async () => {
    const own = await buildOrganization(test);
    const parent = await collection(own, {});
    const { id } = await buildSpace(own, { parent });
    await buildSpace(own, { parent });
    await own.admin.api.get(`/v1/spaces/${id}`);
    for (const [path, most] of [
      [`/v1/spaces/${id}`, 2],
      [`/v1/orgs/${own.id}/spaces?limit=1`, 3],
      [`/v1/collections/${parent}/spaces?limit=1`, 3],
      [`/v1/orgs/${own.id}/collections?limit=1`, 3],
      [`/v1/collections/${parent}`, 2],
    ] as const) {
      await test.settle();
      const before = test.db.statements;
      expect((await own.admin.api.get(path)).status).toBe(200);
      const statements = test.db.statements - before;
      expect({ path, isCheap: statements <= most }).toEqual({ path, isCheap: true });
    }
  });

  it('the list is paged in order, and hidden spaces count nowhere', async () => {
    const own = await buildOrganization(test);
    const reader = await own.member('read');
    const all = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const title of all) {
      const { id } = await buildSpace(own, { title });
      if (title === 'b' || title === 'e')
        await own.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null });
    }
    const path = `/v1/orgs/${own.id}/spaces`;
    expect(titles(await own.admin.api.get(path))).toEqual(all);
    const first = await reader.api.get(path, { query: { limit: 3 } });
    expect(titles(first)).toEqual(['a', 'c', 'd']);
    expect(first.body.count).toBe(4);
    const second = await reader.api.get(path, { query: { limit: 3, page: first.body.next.page } });
    expect(titles(second)).toEqual(['f']);
    expect(second.body.count).toBe(4);
    expect(second.body.next).toBeUndefined();
    expect((await reader.api.get(path, { query: { limit: 0 } })).body).toEqual({ items: [], count: 4 });
    expect((await reader.api.get(path, { query: { limit: 1001 } })).status).toBe(400);
    expect((await reader.api.get(path, { query: { page: 'nonsense' } })).status).toBe(400);
  });
});

describe('updating a space', () => {
  it('the request changes only the fields that are sent; null is not omitted', async () => {
    const { id } = await buildSpace(org, { title: 'Before', emoji: '🙂', language: 'de' });
    const path = `/v1/spaces/${id}`;
    const before = (await org.admin.api.get(path)).body;
    expect((await org.admin.api.patch(path, {})).body).toEqual(before);
    expect((await org.admin.api.patch(path, { title: 'Before' })).body.updatedAt).toBe(before.updatedAt);
    test.clock.advance(1000);
    const after = (await org.admin.api.patch(path, { title: 'After', editMode: 'locked' })).body;
    expect(after).toMatchObject({ title: 'After', editMode: 'locked', emoji: '🙂', language: 'de' });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const cleared = (await org.admin.api.patch(path, { emoji: null, language: null, defaultLevel: null }))
      .body;
    expect(cleared).toMatchObject({ title: 'After', emoji: '', defaultLevel: null });
    expect(cleared).not.toHaveProperty('language');
    for (const body of [{ title: null }, { editMode: null }, { mergeRules: null }]) {
      expect((await org.admin.api.patch(path, body)).status).toBe(400);
    }
  });

  it('a space has an emoji or an icon', async () => {
    const { id } = await buildSpace(org, { emoji: '🙂' });
    const path = `/v1/spaces/${id}`;
    const icon = 'https://example.com/icon.png';
    const withIcon = (await org.admin.api.patch(path, { icon })).body;
    expect(withIcon).toMatchObject({ emoji: '', urls: { icon } });
    expect((await org.admin.api.patch(path, { emoji: 'balloons and more' })).status).toBe(400);
    const withEmoji = (await org.admin.api.patch(path, { emoji: '🎈' })).body;
    expect(withEmoji.emoji).toBe('🎈');
    expect(withEmoji.urls).not.toHaveProperty('icon');
    expect((await org.admin.api.patch(path, { emoji: '🎈', icon })).status).toBe(400);
    expect((await org.admin.api.patch(path, { icon: 'ftp://x' })).status).toBe(400);
  });

  it('a space takes merge rules that can be met', async () => {
    const { id } = await buildSpace(org);
    const path = `/v1/spaces/${id}`;
    const reviewer = await org.member('review');
    const rules = [
      { rule: 'require_specific_reviewers', users: [reviewer.id] },
      { rule: 'require_at_least_one_review' },
    ];
    const mergeRules = { type: 'rules', rules };
    expect((await org.admin.api.patch(path, { mergeRules })).body.mergeRules).toEqual(mergeRules);
    const stranger = await buildUser(test);
    const refused = await org.admin.api.patch(path, {
      mergeRules: { type: 'rules', rules: [{ rule: 'allow_bypass', users: [stranger.id] }] },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain(stranger.id);
    for (const wrong of [
      { type: 'sometimes' },
      { type: 'rules' },
      { type: 'rules', rules: [{ rule: 'be_nice' }] },
      { type: 'rules', rules: [{ rule: 'custom', expression: '1 +' }] },
    ]) {
      expect((await org.admin.api.patch(path, { mergeRules: wrong })).status).toBe(400);
    }
    expect((await org.admin.api.get(path)).body.mergeRules).toEqual(mergeRules);
  });

  it('nobody sets a default level above their own role', async () => {
    const parent = await collection(org, {});
    await org.admin.api.patch(`/v1/collections/${parent}`, { defaultLevel: 'admin' });
    const { id } = await buildSpace(org, { parent });
    await org.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: 'create' });
    const reader = await org.member('read');
    const path = `/v1/spaces/${id}`;
    expect((await reader.api.patch(path, { defaultLevel: 'admin' })).status).toBe(403);
    expect((await reader.api.patch(path, { defaultLevel: 'inherit' })).status).toBe(403);
    expect((await reader.api.patch(path, { defaultLevel: 'create', title: 'Kept' })).status).toBe(200);
    expect((await org.admin.api.patch(path, { defaultLevel: 'inherit' })).status).toBe(200);
  });

  it('the request takes the role create', async () => {
    const { id } = await buildSpace(org);
    const reviewer = await org.member('review');
    const creator = await org.member('create');
    expect((await reviewer.api.patch(`/v1/spaces/${id}`, { editMode: 'locked' })).status).toBe(403);
    expect((await creator.api.patch(`/v1/spaces/${id}`, { editMode: 'locked' })).status).toBe(200);
    expect((await creator.api.patch('/v1/spaces/unknown', { title: 'x' })).status).toBe(404);
  });
});

describe('moving a space', () => {
  it('spaces and collections have one order', async () => {
    const own = await buildOrganization(test);
    const api = own.admin.api;
    const a = await buildSpace(own, { title: 'a' });
    const b = await buildSpace(own, { title: 'b' });
    const c = await buildSpace(own, { title: 'c' });
    const shelf = await collection(own, { title: 'shelf' });
    const inner = await buildSpace(own, { title: 'inner', parent: shelf });
    const move = (id: string, body: object) => api.post(`/v1/spaces/${id}/move`, body);
    const space = (id: string) => ({ type: 'space', space: id });
    expect((await move(c.id, { position: { before: space(a.id) } })).status).toBe(200);
    expect((await move(a.id, { position: { after: space(b.id) } })).status).toBe(200);
    expect(titles(await api.get(`/v1/orgs/${own.id}/spaces`)).filter((title) => title !== 'inner')).toEqual([
      'c',
      'b',
      'a',
    ]);
    expect(
      (await move(b.id, { position: { after: { type: 'collection', collection: shelf } } })).status,
    ).toBe(200);
    expect(
      (await move(b.id, { position: { after: { type: 'collection', collection: shelf } } })).status,
    ).toBe(409);
    expect((await move(b.id, { parent: null })).status).toBe(409);
    expect((await move(c.id, { position: { before: space(a.id) } })).status).toBe(409);
    const moved = await move(a.id, { parent: shelf, position: { before: space(inner.id) } });
    expect(moved.body).toMatchObject({ parent: shelf, visibility: 'in-collection' });
    expect(titles(await api.get(`/v1/collections/${shelf}/spaces`))).toEqual(['a', 'inner']);
    expect((await move(a.id, { parent: null })).body).not.toHaveProperty('parent');
  });

  it('a hidden neighbour is refused like a missing one', async () => {
    const own = await buildOrganization(test);
    const { admin, id } = own;
    const hidden = await buildSpace(own, { title: 'hidden' });
    const level = { defaultLevel: null };
    expect((await admin.api.patch(`/v1/spaces/${hidden.id}`, level)).status).toBe(200);
    const shelf = await collection(own, { title: 'hidden shelf' });
    expect((await admin.api.patch(`/v1/collections/${shelf}`, level)).status).toBe(200);
    const { api } = await own.member('create');
    const made = await api.post(`/v1/orgs/${id}/spaces`, { title: 'mine' });
    const mine = await api.post(`/v1/orgs/${id}/collections`, { title: 'my shelf' });
    const beside = (target: object) => ({ position: { before: target } });
    const said = async (path: string, target: object) => {
      const { status, body } = await api.post(`${path}/move`, beside(target));
      return [status, body.error?.message];
    };
    for (const path of [`/v1/spaces/${made.body.id}`, `/v1/collections/${mine.body.id}`]) {
      const none = await said(path, { type: 'space', space: 'nothing' });
      expect(none[0]).toBe(400);
      expect(await said(path, { type: 'space', space: hidden.id })).toEqual(none);
      const noShelf = await said(path, { type: 'collection', collection: 'nothing' });
      expect(await said(path, { type: 'collection', collection: shelf })).toEqual(noShelf);
    }
  });

  it('invalid places are refused', async () => {
    const own = await buildOrganization(test);
    const api = own.admin.api;
    const [a, b] = [await buildSpace(own), await buildSpace(own)];
    const shelf = await collection(own);
    const inner = await buildSpace(own, { parent: shelf });
    const gone = await buildSpace(own);
    await api.delete(`/v1/spaces/${gone.id}`);
    const move = (body: object) => api.post(`/v1/spaces/${a.id}/move`, body);
    const before = (id: string) => ({ position: { before: { type: 'space', space: id } } });
    for (const body of [
      {},
      before(a.id),
      before('unknown'),
      before(inner.id),
      before(gone.id),
      { parent: shelf, ...before(b.id) },
      { position: { before: { type: 'page', page: 'x' } } },
      { position: { before: { type: 'collection', collection: 'unknown' } } },
      {
        position: {
          before: { type: 'space', space: b.id },
          after: { type: 'collection', collection: shelf },
        },
      },
    ]) {
      expect({ body, status: (await move(body)).status }).toEqual({ body, status: 400 });
    }
    expect((await move({ parent: 'unknown' })).status).toBe(404);
    expect((await api.post('/v1/spaces/unknown/move', { parent: shelf })).status).toBe(404);
    const editor = await own.member('edit');
    expect((await editor.api.post(`/v1/spaces/${a.id}/move`, { parent: shelf })).status).toBe(403);
  });

  it('the request takes the role create in the target, not only on the space', async () => {
    const own = await buildOrganization(test);
    const closed = await collection(own);
    await own.admin.api.patch(`/v1/collections/${closed}`, { defaultLevel: 'read' });
    const { id } = await buildSpace(own);
    const creator = await own.member('create');
    expect((await creator.api.post(`/v1/spaces/${id}/move`, { parent: closed })).status).toBe(403);
  });

  it('positions stay different when many spaces move at once', async () => {
    const own = await buildOrganization(test);
    const anchor = await buildSpace(own, { title: 'anchor' });
    const shelf = await collection(own);
    const spaces = await Promise.all(Array.from({ length: 8 }, () => buildSpace(own, { parent: shelf })));
    const answers = await Promise.all(
      spaces.map(({ id }) =>
        own.admin.api.post(`/v1/spaces/${id}/move`, {
          parent: null,
          position: { before: { type: 'space', space: anchor.id } },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(spaces.map(() => 200));
    const rows = await test.db.query<{ position: string }>(
      'select position from spaces where organization_id = $1 union all select position from collections where organization_id = $1',
      [own.id],
    );
    expect(new Set(rows.map((row) => row.position)).size).toBe(rows.length);
    expect(titles(await own.admin.api.get(`/v1/orgs/${own.id}/spaces`)).at(-1)).toBe('anchor');
  });
});

describe('deleting, restoring and purging a space', () => {
  it('a deleted space is hidden at once, can be restored for seven days, then is gone', async () => {
    const own = await buildOrganization(test);
    const [creator, reader] = [await own.member('create'), await own.member('read')];
    const { id } = await buildSpace(own, { title: 'Doomed' });
    const path = `/v1/spaces/${id}`;
    expect((await reader.api.delete(path)).status).toBe(403);
    expect((await creator.api.delete(path)).status).toBe(204);
    expect((await creator.api.delete(path)).status).toBe(204);
    expect((await reader.api.get(path)).status).toBe(404);
    const seen = await creator.api.get(path);
    expect(seen.status).toBe(200);
    expect(seen.body.deletedAt).toEqual(expect.any(String));
    expect(seen.body.permissions.view).toBe(false);
    expect((await own.admin.api.get(`/v1/orgs/${own.id}/spaces`)).body.items).toEqual([]);
    expect((await own.admin.api.patch(path, { title: 'x' })).status).toBe(404);
    expect((await own.admin.api.post(`${path}/duplicate`)).status).toBe(404);
    expect((await reader.api.post(`${path}/restore`)).status).toBe(404);
    expect((await creator.api.post(`${path}/restore`)).status).toBe(403);
    const restored = await own.admin.api.post(`${path}/restore`);
    expect(restored.status).toBe(200);
    expect(restored.body).not.toHaveProperty('deletedAt');
    expect((await own.admin.api.post(`${path}/restore`)).body).toEqual(restored.body);
    expect(titles(await reader.api.get(`/v1/orgs/${own.id}/spaces`))).toEqual(['Doomed']);
  });

  it('deleting a missing or hidden space succeeds', async () => {
    const { id } = await buildSpace(org);
    const stranger = await buildUser(test);
    expect((await org.admin.api.delete('/v1/spaces/unknown')).status).toBe(204);
    expect((await stranger.api.delete(`/v1/spaces/${id}`)).status).toBe(204);
    expect((await test.api.delete(`/v1/spaces/${id}`)).status).toBe(401);
    expect((await org.admin.api.get(`/v1/spaces/${id}`)).body).not.toHaveProperty('deletedAt');
  });

  it('a space is purged after seven days, with everything that belongs to it', async () => {
    const own = await buildOrganization(test);
    const reader = await own.member('read');
    const doomed = await buildSpace(own, { title: 'Doomed' });
    const kept = await buildSpace(own, { title: 'Kept' });
    await buildPages(own.admin, doomed.id, [{ title: 'Page' }]);
    await own.admin.api.post(`/v1/spaces/${doomed.id}/permissions`, { users: [reader.id], role: 'edit' });
    await own.admin.api.delete(`/v1/spaces/${doomed.id}`);
    const purged: string[] = [];
    test.app.get(SpaceHooks).purge.register((_, spaceId) => void purged.push(spaceId));
    const { SpacesJobs } = await import('../src/modules/spaces/spaces.jobs.js');
    const jobs = test.app.get(SpacesJobs);
    test.clock.advance(7 * DAY - 60_000);
    await jobs.purge();
    expect((await own.admin.api.get(`/v1/spaces/${doomed.id}`)).status).toBe(200);
    test.clock.advance(120_000);
    const late = await own.admin.api.post(`/v1/spaces/${doomed.id}/restore`);
    expect(late.status).toBe(403);
    await jobs.schedule();
    await test.settle();
    expect((await own.admin.api.get(`/v1/spaces/${doomed.id}`)).status).toBe(404);
    expect((await own.admin.api.post(`/v1/spaces/${doomed.id}/restore`)).status).toBe(404);
    expect((await own.admin.api.get(`/v1/spaces/${kept.id}`)).status).toBe(200);
    expect(purged).toContain(doomed.id);
    await jobs.purge();
    const [left] = await test.db.query<{ grants: number; revisions: number; pages: number }>(
      `select (select count(*)::int from user_grants where resource_id = $1) as grants,
        (select count(*)::int from content_revisions where space_id = $1 and released_at is null) as revisions,
        (select count(*)::int from content_pages where space_id = $1) as pages`,
      [doomed.id],
    );
    expect(left).toEqual({ grants: 0, revisions: 0, pages: 0 });
  });

  it('a space is purged right after a start', () => {
    expect(purgesAtStart).toBe(1);
  });
});

describe('duplicating a space', () => {
  it('a duplicate shares the content, copies settings and audience, and stays in place', async () => {
    const own = await buildOrganization(test);
    const reader = await own.member('read');
    const parent = await collection(own);
    const title = 'A title of fifty characters, which is the very max';
    const source = await buildSpace(own, { title, emoji: '🙂', language: 'fr', parent });
    await buildPages(own.admin, source.id, [{ title: 'One' }, { title: 'Two' }]);
    await own.admin.api.patch(`/v1/spaces/${source.id}`, { defaultLevel: null });
    await own.admin.api.post(`/v1/spaces/${source.id}/permissions`, { users: [reader.id], role: 'edit' });
    const answer = await own.admin.api.post(`/v1/spaces/${source.id}/duplicate`);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    expect(answer.body.title).toHaveLength(50);
    expect(answer.body.title).toMatch(/^A title of .* \(copy\)$/);
    expect(answer.body).toMatchObject({ emoji: '🙂', language: 'fr', parent, defaultLevel: null });
    const id = answer.body.id as string;
    const records = await test.app.get(Spaces).findRecords(own.id, [id, source.id]);
    expect(records.get(id)!.snapshot).toBe(records.get(source.id)!.snapshot);
    expect(records.get(id)!.revisionId).not.toBe(records.get(source.id)!.revisionId);
    expect((await reader.api.get(`/v1/spaces/${id}`)).body.permissions.edit).toBe(true);
    await test.settle();
    const pages = await test.app.get(Projection).listPages(own.id, id, records.get(id)!.snapshot);
    expect(pages?.map((page) => page.title)).toEqual(['One', 'Two']);
    await buildPages(own.admin, id, [{ title: 'Three' }]);
    const after = await test.app.get(Spaces).findRecords(own.id, [id, source.id]);
    expect(after.get(id)!.snapshot).not.toBe(after.get(source.id)!.snapshot);
  });

  it('the request takes the role create on the space and on its parent', async () => {
    const own = await buildOrganization(test);
    const { id } = await buildSpace(own);
    const editor = await own.member('edit');
    expect((await editor.api.post(`/v1/spaces/${id}/duplicate`)).status).toBe(403);
    await own.admin.api.post(`/v1/spaces/${id}/permissions`, { users: [editor.id], role: 'create' });
    expect((await editor.api.post(`/v1/spaces/${id}/duplicate`)).status).toBe(403);
    expect((await own.admin.api.post('/v1/spaces/unknown/duplicate')).status).toBe(404);
  });
});

describe('transferring a space', () => {
  it('a transfer takes content, history and the permissions of common members along', async () => {
    const [from, to] = [await buildOrganization(test), await buildOrganization(test)];
    const { id: toId } = to;
    const { Members } = await import('../src/modules/organizations/index.js');
    await test.app.get(Members).addMember(toId, from.admin.id, 'admin');
    const [both, onlyFrom] = [await from.member('read'), await from.member('read')];
    await test.app.get(Members).addMember(toId, both.id, null);
    const parent = await collection(from);
    const { id } = await buildSpace(from, { title: 'Emigrant', parent });
    const [pageId] = await buildPages(from.admin, id, [{ title: 'Page', markdown: 'Text' }]);
    const mergeRules = { type: 'rules', rules: [{ rule: 'allow_bypass', users: [onlyFrom.id] }] };
    await from.admin.api.patch(`/v1/spaces/${id}`, { mergeRules });
    const users = [both.id, onlyFrom.id];
    await from.admin.api.post(`/v1/spaces/${id}/permissions`, { users, role: 'comment' });
    const before = (await from.admin.api.get(`/v1/spaces/${id}`)).body;
    const answer = await from.admin.api.post(`/v1/spaces/${id}/transfer`, { organization: toId });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      organization: toId,
      revision: before.revision,
      mergeRules: { type: 'inherit' },
      title: 'Emigrant',
    });
    expect(answer.body).not.toHaveProperty('parent');
    expect((await both.api.get(`/v1/spaces/${id}`)).body.permissions.comment).toBe(true);
    expect((await onlyFrom.api.get(`/v1/spaces/${id}`)).status).toBe(404);
    expect(titles(await to.admin.api.get(`/v1/orgs/${toId}/spaces`))).toEqual(['Emigrant']);
    expect((await from.admin.api.get(`/v1/collections/${parent}/spaces`)).body.count).toBe(0);
    const space = (await test.app.get(Spaces).findRecords(toId, [id])).get(id)!;
    const pages = await test.app.get(Projection).listPages(toId, id, space.snapshot);
    expect(pages?.map((page) => page.pageId)).toEqual([pageId]);
    await to.admin.api.patch(`/v1/spaces/${id}`, { editMode: 'live' });
    await buildPages(to.admin, id, [{ title: 'New home' }]);
  });

  it('a transfer is refused with 400, 401, 403, 404, 409 and 412', async () => {
    const [from, to] = [await buildOrganization(test), await buildOrganization(test)];
    const { Members } = await import('../src/modules/organizations/index.js');
    const members = test.app.get(Members);
    const { id } = await buildSpace(from);
    const path = `/v1/spaces/${id}/transfer`;
    const send = (api: typeof test.api, organization?: string) => api.post(path, { organization });
    expect((await send(test.api, to.id)).status).toBe(401);
    expect((await send(from.admin.api)).status).toBe(400);
    expect((await send(from.admin.api, to.id)).status).toBe(404);
    expect((await send(from.admin.api, from.id)).status).toBe(409);
    expect((await send(to.admin.api, to.id)).status).toBe(404);
    expect((await send((await from.member('create')).api, to.id)).status).toBe(403);
    await members.addMember(to.id, from.admin.id, 'edit');
    expect((await send(from.admin.api, to.id)).status).toBe(412);
    const [second, third] = [await from.member('admin'), await from.member('admin')];
    await members.addMember(to.id, second.id, 'create');
    expect((await send(second.api, to.id)).status).toBe(403);
    await members.addMember(to.id, third.id, 'admin');
    const spaces = test.app.get(Spaces);
    await spaces.setPublished(from.id, id, { visibility: 'public', url: 'https://docs.example.com/' });
    expect((await send(third.api, to.id)).status).toBe(412);
    await spaces.setPublished(from.id, id, null);
    test.app
      .get(SpaceHooks)
      .refuseTransfer.register((_, ids) => (ids.includes(id) ? 'It is needed here.' : null));
    const refused = await send(third.api, to.id);
    expect(refused.status).toBe(412);
    expect(refused.body.error.message).toBe('It is needed here.');
    expect((await from.admin.api.get(`/v1/spaces/${id}`)).body.organization).toBe(from.id);
    expect((await from.admin.api.post('/v1/spaces/unknown/transfer', { organization: to.id })).status).toBe(
      404,
    );
  });
});

it('a space shows its site and its counts of change requests and comments', async () => {
  const own = await buildOrganization(test);
  const { id } = await buildSpace(own);
  const spaces = test.app.get(Spaces);
  const url = `${test.config.publicUrl}/sites/x/y/`;
  await spaces.setPublished(own.id, id, { visibility: 'public', url });
  const key = { organizationId: own.id, id };
  await spaces.countChangeRequests(key, null, 'draft');
  await spaces.countChangeRequests(key, null, 'draft');
  await spaces.countChangeRequests(key, 'draft', 'open');
  await spaces.countComments(own.id, id, 2);
  const published = (await own.admin.api.get(`/v1/spaces/${id}`)).body;
  expect(published).toMatchObject({
    visibility: 'public',
    urls: { published: url, public: url },
    changeRequests: 2,
    changeRequestsOpen: 1,
    changeRequestsDraft: 1,
    comments: 2,
  });
  await spaces.setPublished(own.id, id, { visibility: 'unlisted', url: 'https://docs.example.com/' });
  const unlisted = (await own.admin.api.get(`/v1/spaces/${id}`)).body;
  expect(unlisted.urls.published).toBe('https://docs.example.com/');
  expect(unlisted.urls).not.toHaveProperty('public');
  await spaces.setPublished(own.id, id, null);
  expect((await own.admin.api.get(`/v1/spaces/${id}`)).body.visibility).toBe('private');
});

it('a space moves its head only from the head that the actor read', async () => {
  const own = await buildOrganization(test);
  const { id } = await buildSpace(own);
  const spaces = test.app.get(Spaces);
  const stale = (await spaces.findRecords(own.id, [id])).get(id)!;
  await buildPages(own.admin, id, [{ title: 'Page' }]);
  const commit = () =>
    test.app.get(SpaceBranches).of(stale).commit(null, { type: 'edits', snapshot: stale.snapshot });
  await expect(test.db.transaction(commit)).rejects.toThrow('changed');
  await expect(commit()).rejects.toThrow('transaction');
  await expect(spaces.lock(own.id, id)).rejects.toThrow('transaction');
});
