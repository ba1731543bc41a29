import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPACE_IS_ARCHIVED } from '../src/modules/spaces/index.js';
import { openChangeRequest } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { startImport } from './support/imports.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

const archive = (user: TestUser, path: string) => user.api.post(`${path}/archive`);
const unarchive = (user: TestUser, path: string) => user.api.post(`${path}/unarchive`);

async function buildCollection(own: TestOrganization, title: string, parent?: string): Promise<string> {
  const body = { title, ...(parent === undefined ? {} : { parent }) };
  return (await own.admin.api.post(`/v1/orgs/${own.id}/collections`, body)).body.id as string;
}

async function actionsOf(own: TestOrganization): Promise<string[]> {
  const { body } = await own.admin.api.get(`/v1/orgs/${own.id}/audit-events`, { query: { limit: 10 } });
  return (body.items as { action: string }[]).map(({ action }) => action);
}

describe('an archived space', () => {
  it('is archived and unarchived by those who could delete it, and both are in the audit log', async () => {
    const own = await buildOrganization(test);
    const path = `/v1/spaces/${(await buildSpace(own)).id}`;
    for (const role of ['read', 'comment', 'edit', 'review'] as const)
      expect((await archive(await own.member(role), path)).status, role).toBe(403);
    expect((await archive(await (await buildOrganization(test)).member('admin'), path)).status).toBe(404);
    const before = (await own.admin.api.get(path)).body;
    const creator = await own.member('create');
    const { status, body } = await archive(creator, path);
    expect([status, body.archivedAt]).toEqual([200, expect.any(String)]);
    test.clock.advance(1000);
    expect((await archive(creator, path)).body.archivedAt).toBe(body.archivedAt);
    expect((await unarchive(await own.member('review'), path)).status).toBe(403);
    expect((await unarchive(creator, path)).status).toBe(200);
    expect((await unarchive(creator, path)).status).toBe(200);
    expect((await own.admin.api.get(path)).body).toEqual(before);
    const done = (await actionsOf(own)).filter((action) => action.startsWith('space'));
    expect(done).toEqual(['space.unarchived', 'space.archived', 'space.created']);
  });

  it('refuses all writes with one sentence, and can be read, exported and deleted', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const { id } = await buildSpace(own, { title: 'Old' });
    const path = `/v1/spaces/${id}`;
    const [page] = await buildPages(own.admin, id, [{ title: 'One', markdown: 'Text' }]);
    const request = await openChangeRequest(own.admin, id, { subject: 'Late' });
    const comment = (await api.post(`${path}/comments`, { body: { markdown: 'Hm' } })).body.id as string;
    const site = (await api.post(`/v1/orgs/${own.id}/sites`, { title: 'Site' })).body.id as string;
    await archive(own.admin, path);
    const insert = { changes: [{ operation: 'insert_page', title: 'Two', document: { markdown: '' } }] };
    const refused = [
      await api.post(`${path}/content`, insert),
      await api.post(`${path}/change-requests`, { subject: 'New' }),
      await api.patch(request.path, { subject: 'Other' }),
      await api.post(`${request.path}/content`, insert),
      await api.post(`${request.path}/reviews`, { status: 'approved' }),
      await api.post(`${request.path}/merge`),
      await api.post(`${request.path}/update`),
      await api.post(`${path}/comments`, { body: { markdown: 'More' } }),
      await api.put(`${path}/comments/${comment}`, { resolved: true }),
      await api.post(`${path}/comments/${comment}/replies`, { body: { markdown: 'Yes' } }),
      await api.patch(path, { title: 'Renamed' }),
      await api.post(`${path}/move`, { position: {} }),
      await api.post(`${path}/duplicate`),
      await api.post(`${path}/git/import`, { url: 'https://example.com/a.git', ref: 'refs/heads/main' }),
      await api.post(`${path}/git/connection`, { url: 'https://example.com/a.git' }),
      await api.post(`/v1/orgs/${own.id}/sites/${site}/site-spaces`, { spaceId: id }),
      await startImport(own.admin, own.id, { type: 'website', url: 'http://127.0.0.1:1/' }, { space: id }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error?.message])).toEqual(
      refused.map(() => [403, SPACE_IS_ARCHIVED]),
    );
    const { permissions } = (await api.get(path)).body;
    expect(permissions).toMatchObject({ view: true, viewInviteLinks: true, edit: false, comment: false });
    for (const at of ['', `/content/page/${page}`, '/comments', '/change-requests', '/content/export'])
      expect((await api.get(`${path}${at}`)).status, at).toBe(200);
    // Readers are told of their role.
    const reader = await own.member('read');
    const other = await reader.api.post(`${path}/content`, insert);
    expect([other.status, other.body.error.message]).toEqual([403, expect.stringContaining('"edit"')]);
    // It keeps its state in the bin.
    expect((await api.delete(path)).status).toBe(204);
    expect((await unarchive(own.admin, path)).status).toBe(404);
    expect((await api.post(`${path}/restore`)).body.archivedAt).toBeDefined();
    await unarchive(own.admin, path);
    expect((await api.post(`${request.path}/content`, insert)).status).toBe(200);
    expect((await api.post(`${request.path}/merge`)).status).toBe(200);
  });

  it('stays in the lists of the API', async () => {
    const own = await buildOrganization(test);
    const { id } = await buildSpace(own);
    await archive(own.admin, `/v1/spaces/${id}`);
    const { body } = await own.admin.api.get(`/v1/orgs/${own.id}/spaces`);
    expect(body).toMatchObject({ count: 1, items: [{ id, archivedAt: expect.any(String) }] });
  });
});

describe('an archived collection', () => {
  async function buildTree() {
    const own = await buildOrganization(test);
    const outer = await buildCollection(own, 'Outer');
    const inner = await buildCollection(own, 'Inner', outer);
    const place = async (parent?: string) => `/v1/spaces/${(await buildSpace(own, { parent })).id}`;
    const paths = { outer: `/v1/collections/${outer}`, inner: `/v1/collections/${inner}` };
    const spaces = { before: await place(inner), deep: await place(inner), deleted: await place(outer) };
    return { own, elsewhere: await place(), ...paths, ...spaces, ids: { outer, inner } };
  }

  it('archives all that is in it, and unarchiving it leaves what was archived before', async () => {
    const { own, before, deep, deleted, elsewhere, ...tree } = await buildTree();
    const { api } = own.admin;
    const paths = [before, deep, tree.inner, tree.outer, elsewhere];
    const states = async () =>
      Promise.all(paths.map(async (path) => (await api.get(path)).body.archivedAt !== undefined));
    await archive(own.admin, before);
    await api.delete(deleted);
    // In the same millisecond.
    expect((await archive(own.admin, tree.outer)).body.archivedAt).toBeDefined();
    expect(await states()).toEqual([true, true, true, true, false]);
    for (const path of [deep, before, tree.inner]) {
      const refused = await unarchive(own.admin, path);
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        'It is in an archived collection. Unarchive that collection instead.',
      ]);
    }
    expect((await unarchive(own.admin, tree.outer)).status).toBe(200);
    expect(await states()).toEqual([true, false, false, false, false]);
    expect((await api.post(`${deleted}/restore`)).body.archivedAt).toBeUndefined();
    expect((await actionsOf(own)).filter((action) => action.startsWith('collection')).slice(0, 2)).toEqual([
      'collection.unarchived',
      'collection.archived',
    ]);
  });

  it('takes nothing in, and leaves its contents archived when it is deleted', async () => {
    const { own, deep, elsewhere, ids, ...tree } = await buildTree();
    const { api } = own.admin;
    await archive(own.admin, tree.outer);
    const sentence = 'This collection is archived. Unarchive it to change it.';
    const refused = [
      await api.post(`/v1/orgs/${own.id}/spaces`, { parent: ids.inner }),
      await api.post(`/v1/orgs/${own.id}/collections`, { title: 'New', parent: ids.outer }),
      await api.post(`${elsewhere}/move`, { parent: ids.outer }),
      await api.patch(tree.outer, { title: 'Renamed' }),
      await api.post(`${tree.inner}/move`, { parent: null }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual(
      refused.map(() => [403, sentence]),
    );
    expect((await api.get(tree.outer)).body.permissions).toMatchObject({ view: true, create: false });
    expect((await api.delete(tree.outer)).status).toBe(204);
    expect((await api.get(deep)).body.archivedAt).toBeDefined();
    expect((await unarchive(own.admin, tree.inner)).status).toBe(200);
    expect((await api.get(deep)).body.archivedAt).toBeUndefined();
  });

  it('needs the right to archive everything in it', async () => {
    const { own, deep, ...tree } = await buildTree();
    const creator = await own.member('create');
    await own.admin.api.patch(deep, { defaultLevel: 'read' });
    const refused = [
      await archive(creator, tree.outer),
      await archive(await own.member('review'), tree.outer),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.message])).toEqual([
      [403, 'The collection contains a space or a collection that you may not archive.'],
      [403, expect.stringContaining('"create"')],
    ]);
    expect((await archive(own.admin, tree.outer)).status).toBe(200);
    expect((await unarchive(creator, tree.outer)).status).toBe(403);
    await own.admin.api.patch(deep, { defaultLevel: 'inherit' });
  });
});
