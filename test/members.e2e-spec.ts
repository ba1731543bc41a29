import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members, MemberStats } from '../src/modules/organizations/index.js';
import { TokenUsage } from '../src/modules/users/token-usage.js';
import { buildOrganization, type TestOrganization, type TestUser } from './support/factories.js';
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

  it('lists by the date of joining, newest first', async () => {
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

  it('filters by role and by name or address', async () => {
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

  it('sorts by last seen those who were seen', async () => {
    await editor.api.get('/v1/user');
    await test.app.get(TokenUsage).flush();
    test.clock.advance(60_000);
    await reader.api.get('/v1/user');
    await test.app.get(TokenUsage).flush();
    const list = (await reader.api.get(path, { query: { sort: 'lastSeenAt' } })).body;
    expect(ids(list)).toEqual([reader.id, editor.id]);
    expect(list.items[0].lastSeenAt > list.items[1].lastSeenAt).toBe(true);
  });

  it('is not for guests, nor for strangers', async () => {
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await guest.api.get(`${path}/${reader.id}`)).status).toBe(403);
    expect((await guest.api.get(`${path}/${guest.id}`)).body.id).toBe(guest.id);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.get(`${path}/${reader.id}`)).status).toBe(404);
    expect((await reader.api.get(`${path}/${stranger.id}`)).status).toBe(404);
  });

  it('says how many spaces members can view, as whoever counts them says, in three statements', async () => {
    const counter = (_: string, userIds: string[]) => Promise.resolve(new Map(userIds.map((id) => [id, 7])));
    test.app
      .get(MemberStats)
      .registerSpaceCounter((id, users) => test.db.query('select 1').then(() => counter(id, users)));
    const before = test.db.statements;
    const { body } = await reader.api.get(path);
    expect(test.db.statements - before).toBe(3);
    expect(body.items[0].spaces).toBe(7);
  });
});

describe('PATCH member', () => {
  it('changes the role, which counts at once', async () => {
    const member = await organization.member('read');
    const changed = await organization.admin.api.patch(`${path}/${member.id}`, { role: 'admin' });
    expect(changed.body).toMatchObject({ id: member.id, role: 'admin' });
    expect((await member.api.patch(`/v1/orgs/${organization.id}`, {})).status).toBe(200);
    const guest = await organization.admin.api.patch(`${path}/${member.id}`, { role: null });
    expect(guest.body.role).toBeNull();
    expect((await member.api.get(path)).status).toBe(403);
    expect((await organization.admin.api.patch(`${path}/${member.id}`, {})).body.role).toBeNull();
  });

  it('is for administrators', async () => {
    const creator = await organization.member('create');
    const other = await organization.member('read');
    expect((await creator.api.patch(`${path}/${other.id}`, { role: 'edit' })).status).toBe(403);
    expect((await creator.api.patch(`${path}/${creator.id}`, { role: 'admin' })).status).toBe(403);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.patch(`${path}/${other.id}`, { role: 'edit' })).status).toBe(404);
    expect((await organization.admin.api.patch(`${path}/${stranger.id}`, { role: 'edit' })).status).toBe(404);
    expect((await organization.admin.api.patch(`${path}/${other.id}`, { role: 'owner' })).status).toBe(400);
  });

  it('keeps the last administrator', async () => {
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

  it('keeps one administrator when two demote each other, or themselves, at once', async () => {
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
  it('takes everything the member had here, and nothing elsewhere', async () => {
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

  it('is for administrators and for oneself', async () => {
    const creator = await organization.member('create');
    const other = await organization.member('read');
    expect((await creator.api.delete(`${path}/${other.id}`)).status).toBe(403);
    expect((await creator.api.delete(`${path}/unknown`)).status).toBe(403);
    expect((await creator.api.delete(`${path}/${creator.id}`)).status).toBe(204);
    expect((await creator.api.get(path)).status).toBe(404);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.delete(`${path}/${other.id}`)).status).toBe(404);
  });
});

it('a disabled membership gives nothing', async () => {
  const member = await organization.member('edit');
  await test.db.execute('update organization_members set disabled = true where user_id = $1', [member.id]);
  expect((await member.api.get(path)).status).toBe(404);
  expect((await member.api.get('/v1/orgs')).body.count).toBe(0);
  expect((await organization.admin.api.get(`${path}/${member.id}`)).body.disabled).toBe(true);
});
