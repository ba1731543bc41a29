import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CollectionHooks } from '../src/modules/collections/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { Projection } from '../src/modules/content/index.js';
import { SpaceHooks, Spaces } from '../src/modules/spaces/index.js';
import { Conflict } from '../src/platform/http/errors.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  org = await buildOrganization(test);
});

afterAll(() => test.close());

const titles = (answer: { body: { items: { title: string }[] } }) =>
  answer.body.items.map((item) => item.title);

async function collection(organization: TestOrganization, title: string, parent?: string): Promise<string> {
  const body = { title, parent };
  return (await organization.admin.api.post(`/v1/orgs/${organization.id}/collections`, body)).body
    .id as string;
}

/** Everything directly in a parent, in order, both kinds. */
async function contents(organizationId: string, parent: string | null): Promise<string[]> {
  const rows = await test.db.query<{ title: string }>(
    `select title from (
       select title, position, parent_id from collections where organization_id = $1
       union all select title, position, parent_id from spaces where organization_id = $1 and deleted_at is null
     ) item where parent_id is not distinct from $2 order by position collate "C"`,
    [organizationId, parent],
  );
  return rows.map((row) => row.title);
}

describe('a collection', () => {
  it('is created at the root or in a parent', async () => {
    const path = `/v1/orgs/${org.id}/collections`;
    const answer = await org.admin.api.post(path, {});
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(answer.body.urls.location);
    expect(answer.body).toMatchObject({ title: 'Untitled', defaultLevel: 'inherit', organization: org.id });
    expect(answer.body).not.toHaveProperty('parent');
    expect(answer.body).not.toHaveProperty('description');
    const parent = answer.body.id as string;
    const inner = await org.admin.api.post(path, { title: 'Inner', parent });
    expect(inner.body).toMatchObject({ title: 'Inner', parent });
    expect((await org.admin.api.get(`/v1/collections/${inner.body.id}`)).body).toEqual(inner.body);
    expect((await org.admin.api.post(path, { parent: 'unknown' })).status).toBe(404);
    expect((await org.admin.api.post(path, { title: 'x'.repeat(51) })).status).toBe(400);
    expect((await (await org.member('review')).api.post(path, {})).status).toBe(403);
    expect((await (await buildUser(test)).api.post(path, {})).status).toBe(404);
    expect((await test.api.post(path, {})).status).toBe(401);
  });

  it('is listed where it is visible, with and without nested collections, page by page', async () => {
    const own = await buildOrganization(test);
    const a = await collection(own, 'a');
    await collection(own, 'b');
    const inner = await collection(own, 'inner', a);
    await own.admin.api.patch(`/v1/collections/${a}`, { defaultLevel: null });
    await own.admin.api.patch(`/v1/collections/${inner}`, { defaultLevel: 'comment' });
    const reader = await own.member('read');
    const path = `/v1/orgs/${own.id}/collections`;
    expect(titles(await own.admin.api.get(path)).sort()).toEqual(['a', 'b', 'inner']);
    expect(titles(await own.admin.api.get(path, { query: { nested: false } }))).toEqual(['a', 'b']);
    expect(titles(await reader.api.get(path)).sort()).toEqual(['b', 'inner']);
    expect((await reader.api.get(path, { query: { nested: false } })).body).toMatchObject({ count: 1 });
    const first = await own.admin.api.get(path, { query: { limit: 2 } });
    const second = await own.admin.api.get(path, { query: { limit: 2, page: first.body.next.page } });
    expect([...titles(first), ...titles(second)].sort()).toEqual(['a', 'b', 'inner']);
    expect((await (await buildUser(test)).api.get(path)).status).toBe(404);
  });

  it('is updated in the fields that are sent', async () => {
    const id = await collection(org, 'Before');
    const path = `/v1/collections/${id}`;
    const described = (await org.admin.api.patch(path, { description: 'Words' })).body;
    expect(described).toMatchObject({ title: 'Before', description: 'Words' });
    expect((await org.admin.api.patch(path, {})).body).toEqual(described);
    const after = (await org.admin.api.patch(path, { title: 'After', description: null })).body;
    expect(after.title).toBe('After');
    expect(after).not.toHaveProperty('description');
    for (const body of [{ title: null }, { description: 'x'.repeat(101) }, { defaultLevel: 'owner' }]) {
      expect((await org.admin.api.patch(path, body)).status).toBe(400);
    }
    const creator = await org.member('create');
    expect((await creator.api.patch(path, { defaultLevel: 'admin' })).status).toBe(403);
    expect((await creator.api.patch(path, { defaultLevel: 'review' })).status).toBe(200);
    expect((await (await org.member('read')).api.patch(path, { title: 'x' })).status).toBe(403);
    expect((await (await org.member(null)).api.patch(path, { title: 'x' })).status).toBe(404);
    expect((await org.admin.api.patch('/v1/collections/unknown', {})).status).toBe(404);
  });

  it('shows the effective permissions of the member', async () => {
    const id = await collection(org, 'Shown');
    const creator = (await (await org.member('create')).api.get(`/v1/collections/${id}`)).body;
    expect(creator.permissions).toEqual({ view: true, admin: true, viewInviteLinks: true, create: true });
    const reviewer = (await (await org.member('review')).api.get(`/v1/collections/${id}`)).body;
    expect(reviewer.permissions).toEqual({ view: true, admin: false, viewInviteLinks: false, create: false });
  });

  it('lists the visible spaces directly in it', async () => {
    const own = await buildOrganization(test);
    const id = await collection(own, 'Shelf');
    const inner = await collection(own, 'Inner', id);
    for (const title of ['one', 'two', 'three']) await buildSpace(own, { title, parent: id });
    await buildSpace(own, { title: 'deeper', parent: inner });
    const hidden = await buildSpace(own, { title: 'hidden', parent: id });
    await own.admin.api.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null });
    const reader = await own.member('read');
    const path = `/v1/collections/${id}/spaces`;
    expect(titles(await own.admin.api.get(path))).toEqual(['one', 'two', 'three', 'hidden']);
    const first = await reader.api.get(path, { query: { limit: 2 } });
    expect(first.body.count).toBe(3);
    const second = await reader.api.get(path, { query: { limit: 2, page: first.body.next.page } });
    expect([...titles(first), ...titles(second)]).toEqual(['one', 'two', 'three']);
    expect((await (await org.member('read')).api.get(path)).status).toBe(404);
    expect((await own.admin.api.get('/v1/collections/unknown/spaces')).status).toBe(404);
  });
});

describe('moving a collection', () => {
  it('places it among collections and spaces, and refuses cycles', async () => {
    const own = await buildOrganization(test);
    const [a, b] = [await collection(own, 'a'), await collection(own, 'b')];
    const { id: space } = await buildSpace(own, { title: 'space' });
    const inner = await collection(own, 'inner', a);
    const move = (id: string, body: object) => own.admin.api.post(`/v1/collections/${id}/move`, body);
    expect((await move(a, { position: { after: { type: 'space', space } } })).status).toBe(200);
    expect(await contents(own.id, null)).toEqual(['b', 'space', 'a']);
    expect((await move(a, { position: { after: { type: 'space', space } } })).status).toBe(409);
    expect((await move(a, { parent: null })).status).toBe(409);
    for (const body of [
      {},
      { parent: a },
      { parent: inner },
      { position: { before: { type: 'collection', collection: a } } },
      { position: { before: { type: 'collection', collection: inner } } },
    ]) {
      expect({ body, status: (await move(a, body)).status }).toEqual({ body, status: 400 });
    }
    expect((await move(a, { parent: 'unknown' })).status).toBe(404);
    expect((await move('unknown', { parent: null })).status).toBe(404);
    expect((await move(b, { parent: inner })).body.parent).toBe(inner);
    expect((await move(inner, { parent: null, position: { before: { type: 'space', space } } })).status).toBe(
      200,
    );
    expect(await contents(own.id, null)).toEqual(['inner', 'space', 'a']);
    const editor = await own.member('edit');
    expect((await editor.api.post(`/v1/collections/${a}/move`, { parent: inner })).status).toBe(403);
  });

  it('makes no cycle when two collections move into each other at once', async () => {
    const own = await buildOrganization(test);
    const [a, b] = [await collection(own, 'a'), await collection(own, 'b')];
    const answers = await Promise.all([
      own.admin.api.post(`/v1/collections/${a}/move`, { parent: b }),
      own.admin.api.post(`/v1/collections/${b}/move`, { parent: a }),
    ]);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 400]));
    expect(await contents(own.id, null)).toHaveLength(1);
  });
});

describe('deleting a collection', () => {
  it('moves its spaces and collections to its parent, with the same access', async () => {
    const own = await buildOrganization(test);
    const [reader, guest] = [await own.member('read'), await own.member(null)];
    await buildSpace(own, { title: 'first' });
    const shelf = await collection(own, 'shelf');
    await buildSpace(own, { title: 'last' });
    const secret = await buildSpace(own, { title: 'secret', parent: shelf });
    const inner = await collection(own, 'inner', shelf);
    const deleted = await buildSpace(own, { title: 'deleted', parent: shelf });
    await own.admin.api.delete(`/v1/spaces/${deleted.id}`);
    await own.admin.api.patch(`/v1/collections/${shelf}`, { defaultLevel: null });
    await own.admin.api.post(`/v1/collections/${shelf}/permissions`, { users: [guest.id], role: 'comment' });
    const path = `/v1/collections/${shelf}`;
    expect((await reader.api.delete(path)).status).toBe(204);
    expect((await guest.api.delete(path)).status).toBe(403);
    expect(await contents(own.id, null)).toEqual(['first', 'shelf', 'last']);
    expect((await own.admin.api.delete(path)).status).toBe(204);
    expect((await own.admin.api.delete(path)).status).toBe(204);
    expect((await own.admin.api.get(path)).status).toBe(404);
    expect(await contents(own.id, null)).toEqual(['first', 'secret', 'inner', 'last']);
    expect((await reader.api.get(`/v1/spaces/${secret.id}`)).status).toBe(404);
    expect((await guest.api.get(`/v1/spaces/${secret.id}`)).body.permissions.comment).toBe(true);
    expect((await guest.api.get(`/v1/collections/${inner}`)).status).toBe(200);
    expect((await own.admin.api.post(`/v1/spaces/${deleted.id}/restore`)).body).not.toHaveProperty('parent');
    expect(await contents(own.id, null)).toEqual(['first', 'secret', 'inner', 'deleted', 'last']);
  });
});

describe('transferring a collection', () => {
  it('takes the whole tree along', async () => {
    const [from, to] = [await buildOrganization(test), await buildOrganization(test)];
    await test.app.get(Members).addMember(to.id, from.admin.id, 'admin');
    const outer = await collection(from, 'outer');
    const shelf = await collection(from, 'shelf', outer);
    const inner = await collection(from, 'inner', shelf);
    const space = await buildSpace(from, { title: 'space', parent: inner });
    const deleted = await buildSpace(from, { title: 'deleted', parent: shelf });
    const left = await buildSpace(from, { title: 'left', parent: outer });
    await buildPages(from.admin, space.id, [{ title: 'Page' }]);
    await from.admin.api.delete(`/v1/spaces/${deleted.id}`);
    const answer = await from.admin.api.post(`/v1/collections/${shelf}/transfer`, { organization: to.id });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: shelf, organization: to.id });
    expect(answer.body).not.toHaveProperty('parent');
    expect((await to.admin.api.get(`/v1/collections/${inner}`)).body.parent).toBe(shelf);
    expect((await to.admin.api.get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      organization: to.id,
      parent: inner,
    });
    expect((await to.admin.api.post(`/v1/spaces/${deleted.id}/restore`)).body.parent).toBe(shelf);
    expect((await from.admin.api.get(`/v1/spaces/${left.id}`)).body.organization).toBe(from.id);
    const record = (await test.app.get(Spaces).findRecords(to.id, [space.id])).get(space.id)!;
    const pages = await test.app.get(Projection).listPages(to.id, space.id, record.snapshot);
    expect(pages?.map((page) => page.title)).toEqual(['Page']);
  });

  it('checks the rights in both organizations and the state of the spaces', async () => {
    const [from, to] = [await buildOrganization(test), await buildOrganization(test)];
    const members = test.app.get(Members);
    const id = await collection(from, 'shelf');
    const space = await buildSpace(from, { parent: id });
    const path = `/v1/collections/${id}/transfer`;
    const send = (api: typeof test.api, organization?: string) => api.post(path, { organization });
    expect((await send(from.admin.api)).status).toBe(400);
    expect((await send(from.admin.api, to.id)).status).toBe(404);
    expect((await send(from.admin.api, from.id)).status).toBe(409);
    expect((await send(to.admin.api, from.id)).status).toBe(404);
    expect((await send((await from.member('create')).api, to.id)).status).toBe(403);
    await members.addMember(to.id, from.admin.id, 'comment');
    expect((await send(from.admin.api, to.id)).status).toBe(412);
    const [second, local] = [await from.member('admin'), await from.member('create')];
    await members.addMember(to.id, second.id, 'create');
    expect((await send(second.api, to.id)).status).toBe(403);
    // An administrator of the collection only, who cannot administrate a space in it.
    await members.addMember(to.id, local.id, 'admin');
    await from.admin.api.patch(`/v1/collections/${id}`, { defaultLevel: 'admin' });
    await from.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'read' });
    expect((await send(local.api, to.id)).status).toBe(412);
    await from.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: 'inherit' });
    let isPublished = true;
    test.app
      .get(SpaceHooks)
      .refuseTransfer.register((_, ids) =>
        isPublished && ids.includes(space.id) ? 'A site shows it.' : null,
      );
    expect((await send(local.api, to.id)).body.error).toMatchObject({
      code: 412,
      message: 'A site shows it.',
    });
    isPublished = false;
    // A failure late in the transfer leaves no trace.
    let fails = true;
    test.app.get(CollectionHooks).prepareTransfer.register(() => async () => {
      if (fails) throw new Conflict('Late failure');
    });
    expect((await send(local.api, to.id)).status).toBe(409);
    fails = false;
    expect((await from.admin.api.get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      organization: from.id,
      parent: id,
    });
    expect((await send(local.api, to.id)).status).toBe(200);
  });
});
