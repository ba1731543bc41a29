import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Members,
  MemberStats,
  OrganizationHooks,
  LastSeenTracker,
} from '../src/modules/organizations/index.js';
import { UserTokens } from '../src/modules/users/index.js';
import { TokenUsage } from '../src/modules/users/token-usage.js';
import { Database } from '../src/platform/database/database.js';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let path: string;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  path = `/v1/orgs/${organization.id}/members`;
});

const ids = (body: { items: { id: string }[] }) => body.items.map((item) => item.id);

describe('GET members', () => {
  let reader: TestUser, editor: TestUser, guest: TestUser;

  beforeEach(async () => {
    const join = (role: 'read' | 'edit' | null) => {
      test.clock.advance(1000);
      return organization.member(role);
    };
    reader = await join('read');
    editor = await join('edit');
    guest = await join(null);
  });

  it('the list is ordered by the date of joining, newest first', async () => {
    const { admin } = organization;
    const list = await reader.api.get(path);
    expect(ids(list.body)).toEqual([guest.id, editor.id, reader.id, admin.id]);
    expect(list.body.items[0]).toMatchObject({
      object: 'member',
      role: null,
      disabled: false,
      sso: false,
      teams: 0,
    });
    expect(list.body.items[0].user).toMatchObject({ object: 'user', id: guest.id, email: guest.email });
    expect(ids((await reader.api.get(path, { query: { order: 'asc' } })).body)).toEqual(
      ids(list.body).toReversed(),
    );
    const first = await reader.api.get(path, { query: { limit: 3 } });
    const second = await reader.api.get(path, { query: { limit: 3, page: first.body.next.page } });
    expect([...ids(first.body), ...ids(second.body)]).toEqual(ids(list.body));
    expect(second.body.count).toBe(4);
  });

  it('the list is filtered by role and by name or address', async () => {
    const get = async (query: Record<string, string>) => ids((await reader.api.get(path, { query })).body);
    expect(await get({ role: 'edit' })).toEqual([editor.id]);
    expect(await get({ role: 'guest' })).toEqual([guest.id]);
    expect(await get({ search: editor.email.slice(3, 15).toUpperCase() })).toEqual([editor.id]);
    await guest.api.patch(`/v1/users/${guest.id}`, { displayName: 'Zoë 100%_sure' });
    expect(await get({ search: 'zoë' })).toEqual([guest.id]);
    expect(await get({ search: '0%_S' })).toEqual([guest.id]);
    expect(await get({ search: '0%S' })).toEqual([]);
    expect(await get({ search: 'zoë', role: 'edit' })).toEqual([]);
    expect((await reader.api.get(path, { query: { role: 'owner' } })).status).toBe(400);
    expect((await reader.api.get(path, { query: { sort: 'name' } })).status).toBe(400);
  });

  it('the list is sorted by last seen in this organization', async () => {
    const presence = test.app.get(LastSeenTracker);
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, editor.id, 'read');
    expect((await editor.api.post(`/v1/orgs/${organization.id}/ping`)).body).toEqual({});
    await presence.flush();
    test.clock.advance(60_000);
    const since = test.clock.now().toISOString();
    await editor.api.post(`/v1/orgs/${other.id}/ping`);
    await reader.api.get(path);
    await presence.flush();
    const list = (await reader.api.get(path, { query: { sort: 'lastSeenAt' } })).body;
    expect(ids(list)).toEqual([reader.id, editor.id]);
    expect(list.items[0].lastSeenAt >= since).toBe(true);
    expect(list.items[1].lastSeenAt < since).toBe(true);
    expect((await guest.api.post(`/v1/orgs/${other.id}/ping`)).status).toBe(404);
  });

  it('last seen is recorded outside the transaction of the first request', async () => {
    const commenter = await organization.member('comment');
    const { id } = await buildSpace(organization);
    await test.app.get(LastSeenTracker).flush();
    const db = test.app.get(Database);
    const setInTransaction: boolean[] = [];
    const set = globalThis.setTimeout;
    const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms?: number) => {
      if (ms === 15_000) setInTransaction.push(db.inTransaction);
      return set(work, ms);
    }) as typeof setTimeout);
    try {
      const body = { body: { markdown: 'Hello' } };
      expect((await commenter.api.post(`/v1/spaces/${id}/comments`, body)).status).toBe(200);
    } finally {
      spy.mockRestore();
    }
    // The context of a timer is where it was set: after the transaction it would find that one ended.
    expect(setInTransaction).toEqual([false]);
  });

  it('members who only work in the browser are seen', async () => {
    const newcomer = await organization.member('read');
    const browser = await startMemberBrowser(test, newcomer.token);
    const seen = async () => (await organization.admin.api.get(`${path}/${newcomer.id}`)).body.lastSeenAt;
    expect(await seen()).toBeUndefined();
    await browser.read(`/app/o/${organization.id}/inbox`);
    await test.app.get(LastSeenTracker).flush();
    expect(await seen()).toMatch(/^20\d\d-/);
  });

  it('last seen is not recorded again within minutes', async () => {
    const ping = () => reader.api.post(`/v1/orgs/${organization.id}/ping`);
    await ping();
    await test.app.get(LastSeenTracker).flush();
    await test.app.get(TokenUsage).flush();
    const before = test.db.statements;
    await ping();
    await test.app.get(LastSeenTracker).flush();
    expect(test.db.statements - before).toBe(1);
  });

  it('the list is refused to guests and strangers', async () => {
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await guest.api.get(`${path}/${reader.id}`)).status).toBe(403);
    expect((await guest.api.get(`${path}/${guest.id}`)).body.id).toBe(guest.id);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.get(`${path}/${reader.id}`)).status).toBe(404);
    expect((await reader.api.get(`${path}/${stranger.id}`)).status).toBe(404);
  });

  it('each member has counts of spaces and sites from the registered counters, in four statements', async () => {
    const counter = (_: string, userIds: string[]) => Promise.resolve(new Map(userIds.map((id) => [id, 7])));
    for (const counted of ['spaces', 'sites'] as const)
      test.app
        .get(MemberStats)
        .registerCounter(counted, (id, users) => test.db.query('select 1').then(() => counter(id, users)));
    const before = test.db.statements;
    const { body } = await reader.api.get(path);
    expect(test.db.statements - before).toBe(4);
    expect(body.items[0]).toMatchObject({ spaces: 7, sites: 7 });
  });
});

describe('PATCH member', () => {
  it('the changed role counts at once', async () => {
    const member = await organization.member('read');
    const changed = await organization.admin.api.patch(`${path}/${member.id}`, { role: 'admin' });
    expect(changed.body).toMatchObject({ id: member.id, role: 'admin' });
    expect((await member.api.patch(`/v1/orgs/${organization.id}`, {})).status).toBe(200);
    const guest = await organization.admin.api.patch(`${path}/${member.id}`, { role: null });
    expect(guest.body.role).toBeNull();
    expect((await member.api.get(path)).status).toBe(403);
    expect((await organization.admin.api.patch(`${path}/${member.id}`, {})).body.role).toBeNull();
  });

  it('the request is for administrators', async () => {
    const creator = await organization.member('create');
    const other = await organization.member('read');
    expect((await creator.api.patch(`${path}/${other.id}`, { role: 'edit' })).status).toBe(403);
    expect((await creator.api.patch(`${path}/${creator.id}`, { role: 'admin' })).status).toBe(403);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.patch(`${path}/${other.id}`, { role: 'edit' })).status).toBe(404);
    expect((await organization.admin.api.patch(`${path}/${stranger.id}`, { role: 'edit' })).status).toBe(404);
    expect((await organization.admin.api.patch(`${path}/${other.id}`, { role: 'owner' })).status).toBe(400);
  });

  it('the last administrator stays', async () => {
    const { admin } = organization;
    const own = `${path}/${admin.id}`;
    for (const role of ['create', null]) {
      const answer = await admin.api.patch(own, { role });
      expect(answer.status).toBe(409);
      expect(answer.body.error.message).toContain('last administrator');
    }
    expect((await admin.api.patch(own, { role: 'admin' })).status).toBe(200);
    expect((await admin.api.delete(own)).status).toBe(409);
    expect((await admin.api.get(own)).body.role).toBe('admin');
  });

  it('one administrator stays when two demote each other, or themselves, at once', async () => {
    for (const crosswise of [true, false]) {
      const own = await buildOrganization(test);
      const second = await own.member('admin');
      const at = (user: TestUser) => `/v1/orgs/${own.id}/members/${user.id}`;
      const [a, b] = crosswise ? [second, own.admin] : [own.admin, second];
      const answers = await Promise.all([
        own.admin.api.patch(at(a), { role: 'read' }),
        second.api.patch(at(b), { role: 'read' }),
      ]);
      expect(answers.map((answer) => answer.status).sort((x, y) => x - y)).toEqual([
        200,
        crosswise ? 403 : 409,
      ]);
      const rows = await test.db.query<{ count: number }>(
        `select count(*)::int as count from organization_members where organization_id = $1 and role = 'admin'`,
        [own.id],
      );
      expect(rows).toEqual([{ count: 1 }]);
    }
  });
});

describe('DELETE member', () => {
  it('the request deletes everything that the member had here, and nothing elsewhere', async () => {
    const member = await organization.member('edit');
    const teams = `/v1/orgs/${organization.id}/teams`;
    const team = (await organization.admin.api.put(teams, { title: 'Team', members: [member.id] })).body;
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, member.id, 'read');
    expect((await organization.admin.api.delete(`${path}/${member.id}`)).status).toBe(204);
    expect((await member.api.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
    expect((await member.api.get(`/v1/orgs/${other.id}`)).status).toBe(200);
    expect((await organization.admin.api.get(`${path}/${member.id}`)).status).toBe(404);
    expect((await organization.admin.api.get(`${teams}/${team.id}`)).body.members).toBe(0);
    expect((await organization.admin.api.delete(`${path}/${member.id}`)).status).toBe(204);
  });

  it('merge rules and review requests no longer wait for the removed member', async () => {
    const { admin } = organization;
    const [gone, left] = [await organization.member('review'), await organization.member('review')];
    const rules = (...users: TestUser[]) => ({
      rule: 'require_specific_reviewers',
      users: users.map(({ id }) => id),
    });
    const bypass = { rule: 'allow_bypass', users: [gone.id] };
    const orgRules = { type: 'rules', rules: [rules(gone, left), bypass] };
    await admin.api.patch(`/v1/orgs/${organization.id}`, { mergeRules: orgRules });
    const space = await buildSpace(organization);
    const spaceRules = { type: 'rules', rules: [rules(gone), { rule: 'require_all_reviews_approved' }] };
    await admin.api.patch(`/v1/spaces/${space.id}`, { mergeRules: spaceRules });
    const request = await openChangeRequest(admin, space.id);
    await admin.api.post(`${request.path}/requested-reviewers`, { users: [gone.id, left.id] });
    await gone.api.post(`${request.path}/reviews`, { status: 'changes-requested' });
    await left.api.post(`${request.path}/reviews`, { status: 'approved' });
    expect((await admin.api.post(`${request.path}/merge`)).status).toBe(409);
    expect((await admin.api.delete(`${path}/${gone.id}`)).status).toBe(204);
    const asked = (await admin.api.get(`${request.path}/requested-reviewers`)).body.items;
    expect(asked.map((item: { user: { id: string } }) => item.user.id)).toEqual([left.id]);
    const found = (await admin.api.get(`/v1/orgs/${organization.id}`)).body.mergeRules;
    expect(found.rules).toEqual([rules(left), { rule: 'allow_bypass', users: [] }]);
    expect((await admin.api.get(`/v1/spaces/${space.id}`)).body.mergeRules.rules[0]).toEqual({
      rule: 'require_at_least_one_review',
    });
    expect((await admin.api.post(`${request.path}/merge`)).status).toBe(200);
  });

  it('the request is for administrators and for the member alone', async () => {
    const creator = await organization.member('create');
    const other = await organization.member('read');
    expect((await creator.api.delete(`${path}/${other.id}`)).status).toBe(403);
    expect((await creator.api.delete(`${path}/unknown`)).status).toBe(403);
    expect((await creator.api.delete(`${path}/${creator.id}`)).status).toBe(204);
    // They belong nowhere any more, so their tokens end.
    expect((await creator.api.get(path)).status).toBe(401);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.delete(`${path}/${other.id}`)).status).toBe(404);
  });
});

it('a disabled membership gives no access until it is enabled, and the last administrator keeps theirs', async () => {
  const { admin } = organization;
  const member = await organization.member('edit');
  const set = (id: string, disabled: boolean, { api } = admin) => api.patch(`${path}/${id}`, { disabled });
  expect((await set(member.id, true)).body).toMatchObject({ disabled: true, role: 'edit' });
  expect((await member.api.get(path)).status).toBe(404);
  expect((await member.api.get('/v1/orgs')).body.count).toBe(0);
  expect((await admin.api.get(`${path}/${member.id}`)).body.disabled).toBe(true);
  expect((await set(member.id, false)).body).toMatchObject({ disabled: false, role: 'edit' });
  expect((await member.api.get(path)).status).toBe(200);

  expect((await set(admin.id, true)).status).toBe(409);
  expect((await set(admin.id, true, member)).status).toBe(403);
  const other = await organization.member('admin');
  expect((await set(admin.id, true, other)).status).toBe(200);
  expect((await set(other.id, true, other)).status).toBe(409);
  const events = await other.api.get(`/v1/orgs/${organization.id}/audit-events`, {
    query: { action: 'member.updated' },
  });
  const targets = events.body.items.map((event: { target: { id: string } }) => event.target.id);
  expect(targets).toEqual([admin.id, member.id, member.id]);
});

describe('spaces and teams of a member', () => {
  it('spaces are listed with the role, newest first, for administrators and for the member', async () => {
    const { admin } = organization;
    const [guest, other] = [await organization.member(null), await organization.member('create')];
    const collection = (await admin.api.post(`/v1/orgs/${organization.id}/collections`, {})).body
      .id as string;
    const inside = await buildSpace(organization, { parent: collection });
    test.clock.advance(1000);
    const own = await buildSpace(organization);
    const hidden = await buildSpace(organization);
    const grant = (at: string, role: string) =>
      admin.api.post(`/v1/${at}/permissions`, { users: [guest.id], role });
    await grant(`collections/${collection}`, 'edit');
    await grant(`spaces/${own.id}`, 'comment');
    const at = `${path}/${guest.id}/spaces`;
    const list = (await admin.api.get(at)).body;
    const shown = list.items.map((item: { permission: string; space: { id: string } }) => [
      item.space.id,
      item.permission,
    ]);
    expect(shown).toEqual([
      [own.id, 'comment'],
      [inside.id, 'edit'],
    ]);
    expect(list.items[0].space.permissions.admin).toBe(true);
    const byGuest = (await guest.api.get(at, { query: { order: 'asc', limit: 1 } })).body;
    expect(byGuest).toMatchObject({ count: 2, items: [{ permission: 'edit', space: { id: inside.id } }] });
    expect(byGuest.items[0].space.permissions.admin).toBe(false);
    expect((await other.api.get(at)).status).toBe(403);
    expect((await admin.api.get(`${path}/unknown/spaces`)).status).toBe(404);
    const all = (await admin.api.get(`${path}/${admin.id}/spaces`)).body;
    expect(all.items.map((item: { space: { id: string } }) => item.space.id)).toContain(hidden.id);
  });

  it('teams are listed with the role, by title', async () => {
    const member = await organization.member('read');
    const teams = `/v1/orgs/${organization.id}/teams`;
    for (const title of ['Beta', 'alpha 50%', 'Not theirs']) {
      const team = (await organization.admin.api.put(teams, { title })).body as { id: string };
      const role = title === 'Beta' ? 'owner' : 'member';
      if (title !== 'Not theirs')
        await organization.admin.api.put(`${teams}/${team.id}/members/${member.id}`, { role });
    }
    const get = async (query = {}) =>
      (await member.api.get(`${path}/${member.id}/teams`, { query })).body.items.map(
        (item: { team: { title: string; permissions: { admin: boolean } }; member: { role: string } }) => [
          item.team.title,
          item.member.role,
          item.team.permissions.admin,
        ],
      );
    expect(await get()).toEqual([
      ['alpha 50%', 'member', false],
      ['Beta', 'owner', true],
    ]);
    expect(await get({ title: '0%' })).toHaveLength(1);
    const guest = await organization.member(null);
    expect((await guest.api.get(`${path}/${member.id}/teams`)).status).toBe(403);
    expect((await guest.api.get(`${path}/${guest.id}/teams`)).body).toEqual({ items: [], count: 0 });
  });
});

it('single sign-on can be required of a member once there is a provider and an administrator can still sign in', async () => {
  const { admin } = organization;
  const member = await organization.member('read');
  const require = (user: TestUser, api = admin.api) => api.post(`${path}/${user.id}/sso`);
  expect((await require(member)).status).toBe(400);
  test.app.get(OrganizationHooks).hasActiveIdentityProvider.register((id) => id === organization.id);
  expect((await require(member, member.api)).status).toBe(403);
  expect((await admin.api.post(`${path}/unknown/sso`)).status).toBe(404);
  expect((await require(member)).body).toMatchObject({ id: member.id, sso: true });
  expect((await member.api.get(path)).status).toBe(404);
  const second = await organization.member('admin');
  const session = await test.app
    .get(UserTokens)
    .create(second.id, { label: 'Browser session', proof: 'mail' });
  const refused = await require(second, test.api.as(session.token));
  expect(refused.status).toBe(409);
  expect((await second.api.get(path)).status).toBe(200);
  expect((await require(second, second.api)).body.sso).toBe(true);
  expect((await second.api.get(path)).status).toBe(200);
  expect((await test.api.as(session.token).get(path)).status).toBe(404);
});
