import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TeamStats } from '../src/modules/teams/index.js';
import { buildOrganization, buildUser, type TestOrganization, type TestUser } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let path: string;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = organization.admin;
  path = `/v1/orgs/${organization.id}/teams`;
});

const build = async (title: string, members: TestUser[] = []) =>
  (await admin.api.put(path, { title, members: members.map((member) => member.id) })).body as { id: string };

const membersOf = async (teamId: string): Promise<Record<string, string>> => {
  const { body } = await admin.api.get(`${path}/${teamId}/members`);
  return Object.fromEntries(
    body.items.map((item: { organization: { id: string }; team: { role: string } }) => [
      item.organization.id,
      item.team.role,
    ]),
  );
};

describe('PUT team', () => {
  it('the request creates a team with its members', async () => {
    const member = await organization.member('read');
    const created = await admin.api.put(path, { title: 'Writers', members: [member.id, member.id] });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      object: 'team',
      title: 'Writers',
      members: 1,
      spaces: 0,
      permissions: { admin: true, view: true },
    });
    expect((await admin.api.get(`${path}/${created.body.id}`)).body).toEqual(created.body);
    expect(await membersOf(created.body.id)).toEqual({ [member.id]: 'member' });
  });

  it('the request creates nothing when a member is unknown', async () => {
    const member = await organization.member('read');
    const stranger = (await buildOrganization(test)).admin;
    for (const unknown of [stranger.id, 'unknown']) {
      const answer = await admin.api.put(path, { title: 'Half', members: [member.id, unknown] });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(unknown);
    }
    expect((await admin.api.get(path)).body.count).toBe(0);
  });

  it.each([
    [{}],
    [{ title: '' }],
    [{ title: 'x'.repeat(65) }],
    [{ title: 'x', members: 'y' }],
    [{ title: null }],
  ])('the body %j is refused', async (body) => expect((await admin.api.put(path, body)).status).toBe(400));

  it('the request is for administrators', async () => {
    const creator = await organization.member('create');
    expect((await creator.api.put(path, { title: 'x' })).status).toBe(403);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.put(path, { title: 'x' })).status).toBe(404);
  });
});

describe('GET teams', () => {
  const titles = async (user: TestUser, query: Record<string, string> = {}) =>
    (await user.api.get(path, { query })).body.items.map((team: { title: string }) => team.title);

  it('teams are listed by title, and filtered by title and owner', async () => {
    const owner = await organization.member('read');
    const second = await build('beta 50%');
    await build('Alpha', [owner]);
    await build('Gamma');
    await admin.api.put(`${path}/${second.id}/members/${owner.id}`, { role: 'owner' });
    expect(await titles(owner)).toEqual(['Alpha', 'beta 50%', 'Gamma']);
    expect(await titles(owner, { title: 'AM' })).toEqual(['Gamma']);
    expect(await titles(owner, { title: '0%' })).toEqual(['beta 50%']);
    expect(await titles(owner, { owner: owner.id })).toEqual(['beta 50%']);
    expect(await titles(owner, { owner: admin.id })).toEqual(['Alpha', 'beta 50%', 'Gamma']);
    expect(await titles(owner, { owner: 'unknown' })).toEqual([]);
    const first = await owner.api.get(path, { query: { limit: 2 } });
    expect(first.body.count).toBe(3);
    expect(await titles(owner, { page: first.body.next.page })).toEqual(['Gamma']);
    const permissions = (await owner.api.get(path)).body.items.map(
      (team: { permissions: { admin: boolean } }) => team.permissions.admin,
    );
    expect(permissions).toEqual([false, true, false]);
    expect((await owner.api.get(`/v1/orgs/${organization.id}`)).body.permissions.ownTeam).toBe(true);
  });

  it('guests see only the teams they are in', async () => {
    const guest = await organization.member(null);
    const own = await build('Own', [guest]);
    const other = await build('Other');
    expect((await guest.api.get(path)).status).toBe(403);
    expect((await guest.api.get(`${path}/${own.id}`)).status).toBe(200);
    expect((await guest.api.get(`${path}/${own.id}/members`)).status).toBe(200);
    expect((await guest.api.get(`${path}/${other.id}`)).status).toBe(404);
    expect((await guest.api.get(`${path}/${other.id}/members`)).status).toBe(404);
  });

  it('the count of spaces comes from the registered counter', async () => {
    const team = await build('Counted');
    test.app
      .get(TeamStats)
      .registerSpaceCounter((_, ids) => Promise.resolve(new Map(ids.map((id) => [id, 3]))));
    expect((await admin.api.get(`${path}/${team.id}`)).body.spaces).toBe(3);
  });

  it('a team is found only in its organization', async () => {
    const team = await build('Here');
    const other = await buildOrganization(test);
    for (const suffix of ['', '/members'])
      expect((await other.admin.api.get(`/v1/orgs/${other.id}/teams/${team.id}${suffix}`)).status).toBe(404);
    expect((await admin.api.get(`${path}/unknown/members`)).status).toBe(404);
  });
});

describe('PATCH and DELETE team', () => {
  it('a team is renamed, and an empty change is accepted', async () => {
    const team = await build('Before');
    const at = `${path}/${team.id}`;
    expect((await admin.api.patch(at, { title: 'After' })).body.title).toBe('After');
    expect((await admin.api.patch(at, {})).body.title).toBe('After');
    expect((await admin.api.patch(at, { title: null })).status).toBe(400);
    expect((await admin.api.patch(`${path}/unknown`, { title: 'x' })).status).toBe(404);
  });

  it('a team is deleted with its memberships', async () => {
    const member = await organization.member('read');
    const team = await build('Gone', [member]);
    expect((await admin.api.delete(`${path}/${team.id}`)).status).toBe(204);
    expect((await admin.api.get(`${path}/${team.id}`)).status).toBe(404);
    expect((await admin.api.get(`/v1/orgs/${organization.id}/members/${member.id}`)).body.teams).toBe(0);
    expect((await admin.api.delete(`${path}/${team.id}`)).status).toBe(204);
  });

  it('the requests follow `permissions.admin`', async () => {
    const owner = await organization.member('read');
    const member = await organization.member('create');
    const team = await build('Team', [owner, member]);
    await admin.api.put(`${path}/${team.id}/members/${owner.id}`, { role: 'owner' });
    for (const user of [owner, member, await organization.member('edit')]) {
      const { permissions } = (await user.api.get(`${path}/${team.id}`)).body;
      expect(permissions.admin).toBe(user === owner);
      const patched = await user.api.patch(`${path}/${team.id}`, { title: 'Team' });
      expect(patched.status).toBe(permissions.admin ? 200 : 403);
      const put = await user.api.put(`${path}/${team.id}/members`, {});
      expect(put.status).toBe(permissions.admin ? 204 : 403);
    }
    expect((await member.api.delete(`${path}/${team.id}`)).status).toBe(403);
    expect((await owner.api.delete(`${path}/${team.id}`)).status).toBe(204);
  });
});

describe('team members', () => {
  it('members are listed in the order they were added, in four statements at most', async () => {
    const first = await organization.member('read');
    const second = await organization.member('edit');
    const team = await build('Team', [first]);
    test.clock.advance(1000);
    await admin.api.put(`${path}/${team.id}/members/${second.id}`, { role: 'owner' });
    const before = test.db.statements;
    const { body } = await first.api.get(`${path}/${team.id}/members`);
    expect(test.db.statements - before).toBeLessThanOrEqual(4);
    expect(body.count).toBe(2);
    expect(body.items[1]).toMatchObject({
      organization: { object: 'member', id: second.id, role: 'edit', teams: 1 },
      team: { role: 'owner' },
      permissions: { view: true },
    });
    const page = await first.api.get(`${path}/${team.id}/members`, { query: { limit: 1 } });
    const next = await first.api.get(`${path}/${team.id}/members`, { query: { page: page.body.next.page } });
    expect([page.body.items[0], ...next.body.items]).toEqual(body.items);
  });

  it('members change all at once; a removal wins over an addition, and unknown addresses are ignored', async () => {
    const [a, b, c, d] = await Promise.all(
      ['read', 'read', 'read', 'read'].map(() => organization.member('read')),
    );
    if (!a || !b || !c || !d) throw new Error('four members');
    const stranger = await buildUser(test);
    const team = await build('Team', [a, b]);
    const answer = await admin.api.put(`${path}/${team.id}/members`, {
      add: [c.email.toUpperCase(), d.id, b.id, 'nobody@example.com', stranger.email],
      remove: [d.email, 'nobody@example.com', 'unknown-id'],
      memberships: {
        [a.id]: { role: 'owner' },
        [d.id]: { role: 'owner' },
        [stranger.email]: { role: 'owner' },
      },
    });
    expect(answer.status).toBe(204);
    expect(await membersOf(team.id)).toEqual({ [a.id]: 'owner', [b.id]: 'member', [c.id]: 'member' });
    await admin.api.put(`${path}/${team.id}/members`, {
      add: [a.id],
      memberships: { [d.email]: { role: 'member' } },
    });
    expect(await membersOf(team.id)).toEqual({
      [a.id]: 'owner',
      [b.id]: 'member',
      [c.id]: 'member',
      [d.id]: 'member',
    });
  });

  it('no member changes when one of the users is not in the organization', async () => {
    const member = await organization.member('read');
    const stranger = await buildUser(test);
    const team = await build('Team');
    const at = `${path}/${team.id}/members`;
    expect((await admin.api.put(at, { add: [member.id, stranger.id] })).status).toBe(400);
    expect(
      (await admin.api.put(at, { add: [member.id], memberships: { x: { role: 'owner' } } })).status,
    ).toBe(400);
    expect((await admin.api.put(at, { memberships: { [member.id]: { role: 'boss' } } })).status).toBe(400);
    expect((await admin.api.put(at, { memberships: { [member.id]: null } })).status).toBe(400);
    expect((await admin.api.put(at, { add: member.id })).status).toBe(400);
    expect((await admin.api.put(at, { add: [member.id] })).status).toBe(204);
    expect(await membersOf(team.id)).toEqual({ [member.id]: 'member' });
  });

  it('members are added and removed one by one', async () => {
    const member = await organization.member('read');
    const team = await build('Team');
    const at = `${path}/${team.id}/members/${member.id}`;
    expect((await admin.api.put(at)).status).toBe(204);
    expect(await membersOf(team.id)).toEqual({ [member.id]: 'member' });
    expect((await admin.api.put(at, { role: 'owner' })).status).toBe(204);
    expect((await admin.api.put(at, {})).status).toBe(204);
    expect(await membersOf(team.id)).toEqual({ [member.id]: 'owner' });
    expect((await admin.api.put(at, { role: 'boss' })).status).toBe(400);
    expect((await admin.api.put(`${path}/${team.id}/members/unknown`, {})).status).toBe(404);
    expect((await admin.api.put(`${path}/unknown/members/${member.id}`, {})).status).toBe(404);
    expect((await admin.api.delete(at)).status).toBe(204);
    expect((await admin.api.delete(at)).status).toBe(204);
    expect(await membersOf(team.id)).toEqual({});
    expect((await admin.api.delete(`${path}/unknown/members/${member.id}`)).status).toBe(404);
  });

  it('members manage their team only as owners', async () => {
    const owner = await organization.member('comment');
    const member = await organization.member('create');
    const team = await build('Team', [owner, member]);
    await admin.api.put(`${path}/${team.id}/members/${owner.id}`, { role: 'owner' });
    const other = await build('Other', [owner]);
    const at = (teamId: string) => `${path}/${teamId}/members/${member.id}`;
    expect((await member.api.put(at(team.id), { role: 'owner' })).status).toBe(403);
    expect((await member.api.delete(at(team.id))).status).toBe(403);
    expect((await owner.api.put(at(other.id), {})).status).toBe(403);
    expect((await owner.api.delete(at(team.id))).status).toBe(204);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.put(at(team.id), {})).status).toBe(404);
    expect((await stranger.api.get(`${path}/${team.id}/members`)).status).toBe(404);
  });
});
