import type { ContentRef } from '../src/modules/documents/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { documentOf, type Link, linkBlock } from './support/links.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 3_600_000;

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

interface Listed {
  items: {
    space: { id: string; title: string };
    deletedBy: string;
    restorableUntil: string;
    restorable: boolean;
  }[];
  count: number;
  next?: { page: string };
}

const bin = async (own: TestOrganization, user = own.admin, query: Record<string, string | number> = {}) =>
  (await user.api.get(`/v1/orgs/${own.id}/deleted-spaces`, { query })).body as Listed;

async function deleted(own: TestOrganization, title: string, user = own.admin): Promise<string> {
  const { id } = await buildSpace(own, { title });
  expect((await user.api.delete(`/v1/spaces/${id}`)).status).toBe(204);
  return id;
}

describe('the list of deleted spaces', () => {
  it('says what was deleted by whom, until when it can be restored, and by whom', async () => {
    const own = await buildOrganization(test);
    const creator = await own.member('create');
    expect(await bin(own)).toMatchObject({ items: [], count: 0 });
    const first = await deleted(own, 'First', creator);
    test.clock.advance(1000);
    const second = await deleted(own, 'Second');
    const { items, count } = await bin(own);
    expect(count).toBe(2);
    expect(items).toMatchObject([
      { space: { id: second, title: 'Second' }, deletedBy: own.admin.id, restorable: true },
      { space: { id: first, title: 'First' }, deletedBy: creator.id, restorable: true },
    ]);
    const until = new Date(items[0]!.restorableUntil).getTime() - test.clock.now().getTime();
    expect([until > 7 * DAY - 60_000, until <= 7 * DAY]).toEqual([true, true]);
    expect((await bin(own, creator)).items.map(({ restorable }) => restorable)).toEqual([false, false]);
    for (const role of ['read', 'review', null] as const)
      expect((await bin(own, await own.member(role))).items, String(role)).toEqual([]);
    const stranger = await buildUser(test);
    expect((await stranger.api.get(`/v1/orgs/${own.id}/deleted-spaces`)).status).toBe(404);
    const page = await bin(own, own.admin, { limit: 1 });
    expect(page.items).toHaveLength(1);
    const rest = await bin(own, own.admin, { limit: 1, page: page.next!.page });
    expect(rest.items.map(({ space }) => space.id)).toEqual([first]);
    await own.admin.api.post(`/v1/spaces/${first}/restore`);
    expect((await bin(own)).items.map(({ space }) => space.id)).toEqual([second]);
    test.clock.advance(7 * DAY);
    expect((await bin(own)).items).toEqual([]);
  });
});

describe('removing a deleted space for good', () => {
  it('needs a deleted space and an administrator of it, and leaves nothing', async () => {
    const own = await buildOrganization(test);
    const [creator, reader] = [await own.member('create'), await own.member('read')];
    const { id } = await buildSpace(own, { title: 'Doomed' });
    const purge = async (user = own.admin) => (await user.api.post(`/v1/spaces/${id}/purge`)).status;
    expect(await purge(reader)).toBe(403);
    expect(await purge()).toBe(409);
    await own.admin.api.delete(`/v1/spaces/${id}`);
    expect([await purge(reader), await purge(creator), await purge(await buildUser(test))]).toEqual([
      404, 403, 404,
    ]);
    expect(await purge()).toBe(204);
    expect(await purge()).toBe(404);
    expect((await own.admin.api.post(`/v1/spaces/${id}/restore`)).status).toBe(404);
    expect((await bin(own)).items).toEqual([]);
    const audit = await own.admin.api.get(`/v1/orgs/${own.id}/audit-events`, { query: { target: id } });
    expect(audit.status).toBe(200);
    expect(audit.body.items[0]).toMatchObject({ action: 'space.purged', actor: { id: own.admin.id } });
  });

  it('and restoring it at the same time, one of the two is done', async () => {
    const own = await buildOrganization(test);
    for (let round = 0; round < 3; round++) {
      const id = await deleted(own, 'Contested');
      const [purged, restored] = await Promise.all([
        own.admin.api.post(`/v1/spaces/${id}/purge`),
        own.admin.api.post(`/v1/spaces/${id}/restore`),
      ]);
      const isThere = (await own.admin.api.get(`/v1/spaces/${id}`)).status === 200;
      expect([purged.status, restored.status, isThere]).toEqual(
        isThere ? [409, 200, true] : [204, 404, false],
      );
    }
  });
});

describe('a restored space', () => {
  it('is in its place, with its roles, change requests, comments and links, in the place of its collection', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const guest = await own.member(null);
    const collection = (await api.post(`/v1/orgs/${own.id}/collections`, { title: 'Guides' })).body
      .id as string;
    const space = await buildSpace(own, { title: 'Back', parent: collection });
    await buildSpace(own, { title: 'Neighbour', parent: collection });
    const path = `/v1/spaces/${space.id}`;
    const [page] = await buildPages(own.admin, space.id, [{ title: 'Page', markdown: 'Words.' }]);
    await api.post(`${path}/permissions`, { users: [guest.id], role: 'comment' });
    await api.post(`${path}/change-requests`, { subject: 'Draft' });
    const other = await buildSpace(own, { title: 'Other' });
    const reference = { kind: 'page', page, space: space.id } as ContentRef;
    const link = {
      operation: 'insert_page',
      title: 'Link',
      document: { document: documentOf(linkBlock(reference, 'k')) },
    };
    const written = { changes: [link] };
    const put = await api.post(`/v1/spaces/${other.id}/content`, written, { query: { compat: false } });
    expect(put.status, put.text).toBe(200);
    await test.settle();
    const links = async () =>
      ((await api.get(`/v1/spaces/${other.id}/links`)).body.items as Link[]).map(({ status }) => status);
    expect(await links()).toEqual(['ok']);

    await api.delete(path);
    expect((await guest.api.get(path)).status).toBe(404);
    expect(await links()).toEqual(['broken']);
    await api.delete(`/v1/collections/${collection}`);
    expect((await api.post(`${path}/restore`)).status).toBe(200);
    expect(await links()).toEqual(['ok']);
    const spaces = (await api.get(`/v1/orgs/${own.id}/spaces`)).body.items as {
      title: string;
      parent?: string;
    }[];
    expect(spaces.map(({ title }) => title)).toEqual(['Back', 'Neighbour', 'Other']);
    expect((await guest.api.get(path)).body).toMatchObject({ title: 'Back', changeRequestsDraft: 1 });
    expect((await guest.api.get(`${path}/content/page/${page}`)).status).toBe(200);
    expect((await guest.api.get(`/v1/spaces/${other.id}`)).status).toBe(404);
  });

  it('is on its sites again, at the address that they have now', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const [space, other] = [
      await buildSpace(own, { title: 'Back' }),
      await buildSpace(own, { title: 'Other' }),
    ];
    for (const { id } of [space, other]) await buildPages(own.admin, id, [{ title: 'Page' }]);
    const made = await api.post(`/v1/orgs/${own.id}/sites`, { title: 'Docs', spaces: [space.id, other.id] });
    const site = `/v1/orgs/${own.id}/sites/${made.body.id}`;
    expect((await api.post(`${site}/publish`)).status).toBe(200);
    const published = async () => (await api.get(`/v1/spaces/${space.id}`)).body.urls.published as string;
    const before = await published();
    const status = async (address: string) => (await fetch(test.baseUrl + new URL(address).pathname)).status;
    expect(await status(before)).toBe(200);
    await api.delete(`/v1/spaces/${space.id}`);
    expect((await api.patch(site, { basename: 'handbook' })).status).toBe(200);
    expect((await api.post(`/v1/spaces/${space.id}/restore`)).status).toBe(200);
    expect(await published()).toBe(before.replace(/docs(?=\/|$)/, 'handbook'));
    expect(await status(await published())).toBe(200);

    // Taken down meanwhile.
    await api.delete(`/v1/spaces/${space.id}`);
    expect((await api.post(`${site}/unpublish`)).status).toBe(200);
    const restored = await api.post(`/v1/spaces/${space.id}/restore`);
    expect(restored.body.visibility).toBe('private');
    expect(await published()).toBeUndefined();
  });
});
