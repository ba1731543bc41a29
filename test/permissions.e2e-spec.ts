import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DefaultLevel, DEFAULT_LEVELS, effectiveRole } from '../src/modules/access/index.js';
import { SpaceCountsRepository } from '../src/modules/access/space-counts.repository.js';
import { Collections } from '../src/modules/collections/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { Spaces } from '../src/modules/spaces/index.js';
import { type Actor, type Role, ROLES } from '../src/platform/http/actor.js';
import { newId } from '../src/platform/ids/ids.js';
import {
  buildOrganization,
  buildSpace,
  buildToken,
  buildUser,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { thoroughly } from './support/thoroughly.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

async function team(organization: TestOrganization, members: TestUser[]): Promise<string> {
  const body = { title: `Team ${newId()}`, members: members.map((member) => member.id) };
  return (await organization.admin.api.put(`/v1/orgs/${organization.id}/teams`, body)).body.id as string;
}

async function target(kind: 'spaces' | 'collections', organization: TestOrganization): Promise<string> {
  if (kind === 'spaces') return (await buildSpace(organization)).id;
  const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/collections`, {});
  return body.id as string;
}

describe.each(['spaces', 'collections'] as const)('permissions on %s', (kind) => {
  it('users and teams are invited, listed, changed and removed', async () => {
    const org = await buildOrganization(test);
    const [guest, reader] = [await org.member(null), await org.member('read')];
    const teamId = await team(org, [reader]);
    const id = await target(kind, org);
    const path = `/v1/${kind}/${id}`;
    const permissions = `${path}/permissions`;
    const { api } = org.admin;
    expect((await guest.api.get(path)).status).toBe(404);
    expect((await api.post(permissions, { users: [guest.id], teams: [teamId], role: 'create' })).status).toBe(
      204,
    );
    expect((await guest.api.get(path)).body.permissions.admin).toBe(true);
    expect((await reader.api.get(path)).body.permissions.admin).toBe(true);
    const users = (await api.get(`${permissions}/users`)).body;
    expect(users).toMatchObject({ count: 1, items: [{ permission: 'create', user: { id: guest.id } }] });
    const teams = (await api.get(`${permissions}/teams`)).body;
    expect(teams).toMatchObject({ count: 1, items: [{ permission: 'create', team: { id: teamId } }] });
    expect((await api.patch(`${permissions}/users/${guest.id}`, { role: 'read' })).status).toBe(204);
    expect((await guest.api.get(path)).body.permissions.admin).toBe(false);
    expect((await api.patch(`${permissions}/users/${guest.id}`, {})).status).toBe(204);
    expect((await guest.api.get(path)).status).toBe(200);
    expect((await api.patch(`${permissions}/users/${guest.id}`, { role: null })).status).toBe(204);
    expect((await guest.api.get(path)).status).toBe(404);
    expect((await api.patch(`${permissions}/teams/${teamId}`, { role: 'edit' })).status).toBe(204);
    expect((await api.delete(`${permissions}/teams/${teamId}`)).status).toBe(204);
    expect((await api.delete(`${permissions}/teams/${teamId}`)).status).toBe(204);
    expect((await api.delete(`${permissions}/users/unknown`)).status).toBe(204);
    expect((await api.get(`${permissions}/teams`)).body).toEqual({ items: [], count: 0 });
    expect((await reader.api.get(path)).body.permissions.admin).toBe(false);
  });

  it('strangers are named in the refusal, and nothing changes', async () => {
    const org = await buildOrganization(test);
    const member = await org.member('read');
    const stranger = await buildUser(test);
    const other = await buildOrganization(test);
    const foreignTeam = await team(other, []);
    const id = await target(kind, org);
    const permissions = `/v1/${kind}/${id}/permissions`;
    const send = (body: object) => org.admin.api.post(permissions, body);
    const withStranger = await send({ users: [member.id, stranger.id], role: 'edit' });
    expect(withStranger.status).toBe(400);
    expect(withStranger.body.error.message).toContain(stranger.id);
    expect(withStranger.body.error.message).not.toContain(member.id);
    const withTeam = await send({ users: [member.id], teams: [foreignTeam], role: 'edit' });
    expect(withTeam.status).toBe(400);
    expect(withTeam.body.error.message).toContain(foreignTeam);
    for (const body of [
      { role: 'edit' },
      { users: [], role: 'edit' },
      { users: [member.id] },
      { users: [member.id], role: 'owner' },
      { users: 'not a list', role: 3 },
    ]) {
      expect({ body, status: (await send(body)).status }).toEqual({ body, status: 400 });
    }
    expect((await org.admin.api.get(`${permissions}/users`)).body.count).toBe(0);
    expect((await org.admin.api.patch(`${permissions}/users/${stranger.id}`, { role: 'read' })).status).toBe(
      404,
    );
    expect((await org.admin.api.patch(`${permissions}/teams/${foreignTeam}`, { role: 'read' })).status).toBe(
      404,
    );
  });

  it('nobody gives, changes or takes a higher role than their own', async () => {
    const org = await buildOrganization(test);
    const [creator, member] = [await org.member('create'), await org.member('read')];
    const id = await target(kind, org);
    const permissions = `/v1/${kind}/${id}/permissions`;
    const users = [member.id];
    expect((await creator.api.post(permissions, { users, role: 'admin' })).status).toBe(403);
    expect((await creator.api.post(permissions, { users, role: 'create' })).status).toBe(204);
    expect((await org.admin.api.post(permissions, { users, role: 'admin' })).status).toBe(204);
    expect((await creator.api.patch(`${permissions}/users/${member.id}`, { role: 'read' })).status).toBe(403);
    expect((await creator.api.delete(`${permissions}/users/${member.id}`)).status).toBe(403);
    expect((await creator.api.post(permissions, { users, role: null })).status).toBe(403);
    // The grant made the member an administrator of this one thing.
    expect((await member.api.post(permissions, { users: [creator.id], role: 'admin' })).status).toBe(204);
    expect((await creator.api.delete(`${permissions}/users/${member.id}`)).status).toBe(204);
  });

  it('every request takes the permission to invite', async () => {
    const org = await buildOrganization(test);
    const [reviewer, guest] = [await org.member('review'), await org.member(null)];
    const stranger = (await buildOrganization(test)).admin;
    const id = await target(kind, org);
    const permissions = `/v1/${kind}/${id}/permissions`;
    const calls = (api: typeof test.api) => [
      api.post(permissions, { users: [reviewer.id], role: 'read' }),
      api.get(`${permissions}/users`),
      api.get(`${permissions}/teams`),
      api.get(`${permissions}/aggregate`),
      api.patch(`${permissions}/users/${reviewer.id}`, { role: 'read' }),
      api.patch(`${permissions}/teams/x`, { role: 'read' }),
      api.delete(`${permissions}/users/${reviewer.id}`),
      api.delete(`${permissions}/teams/x`),
    ];
    for (const [api, status] of [
      [test.api, 401],
      [reviewer.api, 403],
      [guest.api, 404],
      [stranger.api, 404],
    ] as const) {
      const answers = await Promise.all(calls(api));
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    }
  });

  it('the aggregate has the effective role of each member', async () => {
    const org = await buildOrganization(test);
    const [reader, guest, invited, disabled] = [
      await org.member('read'),
      await org.member(null),
      await org.member(null),
      await org.member('edit'),
    ];
    await test.db.execute('update organization_members set disabled = true where user_id = $1', [
      disabled.id,
    ]);
    const id = await target(kind, org);
    const teamId = await team(org, [reader, invited]);
    await org.admin.api.post(`/v1/${kind}/${id}/permissions`, { teams: [teamId], role: 'comment' });
    const path = `/v1/${kind}/${id}/permissions/aggregate`;
    const answer = (await org.admin.api.get(path)).body;
    const found = Object.fromEntries(
      (answer.items as { permission: Role; user: { id: string } }[]).map((item) => [
        item.user.id,
        item.permission,
      ]),
    );
    expect(found).toEqual({ [org.admin.id]: 'admin', [reader.id]: 'comment', [invited.id]: 'comment' });
    expect(found).not.toHaveProperty(guest.id);
    expect((await org.admin.api.get(path, { query: { role: 'comment' } })).body.count).toBe(2);
    const first = await org.admin.api.get(path, { query: { limit: 2 } });
    expect(first.body).toMatchObject({ count: 3, next: { page: expect.any(String) } });
    const second = await org.admin.api.get(path, { query: { limit: 2, page: first.body.next.page } });
    expect(second.body.items).toHaveLength(1);
  });
});

it('the aggregate of permissions says where each role comes from', async () => {
  const org = await buildOrganization(test);
  const { admin } = org;
  const [reader, creator, guest] = [
    await org.member('read'),
    await org.member('create'),
    await org.member(null),
  ];
  const teamId = await team(org, [guest, reader]);
  const collection = await target('collections', org);
  const { id: space } = await buildSpace(org, { parent: collection });
  const site = (await admin.api.post(`/v1/orgs/${org.id}/sites`, { title: 'Site', spaces: [space] })).body
    .id as string;
  const origins = async (path: string) => {
    const { items } = (await admin.api.get(`${path}/permissions/aggregate`)).body;
    return new Map(
      (items as { user: { id: string }; permission: Role; origin: object }[]).map((item) => [
        item.user.id,
        [item.permission, item.origin],
      ]),
    );
  };
  const organization = { type: 'organization', reason: 'role', organization: org.id };
  const path = `/v1/spaces/${space}`;
  expect(await origins(path)).toEqual(
    new Map<string, unknown>([
      [admin.id, ['admin', organization]],
      [reader.id, ['read', organization]],
      [creator.id, ['create', organization]],
    ]),
  );
  await admin.api.patch(`/v1/collections/${collection}`, { defaultLevel: 'comment' });
  await admin.api.post(`/v1/collections/${collection}/permissions`, { teams: [teamId], role: 'edit' });
  await admin.api.post(`${path}/permissions`, { users: [creator.id], role: 'review' });
  const level = { type: 'collection', reason: 'default', collection };
  const byTeam = { type: 'collection', reason: 'team', collection, team: teamId };
  expect(await origins(path)).toEqual(
    new Map<string, unknown>([
      [admin.id, ['admin', organization]],
      [reader.id, ['edit', byTeam]],
      [creator.id, ['review', { type: 'space', reason: 'member', space }]],
      [guest.id, ['edit', byTeam]],
    ]),
  );
  expect((await origins(`/v1/collections/${collection}`)).get(creator.id)).toEqual(['comment', level]);
  const sitePath = `/v1/orgs/${org.id}/sites/${site}`;
  await admin.api.post(`${sitePath}/permissions`, { users: [guest.id, creator.id], role: 'read' });
  const onSite = await origins(sitePath);
  expect(onSite.get(guest.id)).toEqual(['read', { type: 'site', reason: 'member', site }]);
  expect(onSite.get(creator.id)).toEqual(['create', organization]);
});

it('a permission on a collection reaches everything in it, and ends with the membership or the team', async () => {
  const org = await buildOrganization(test);
  const [guest, teamed] = [await org.member(null), await org.member(null)];
  const teamId = await team(org, [teamed]);
  const outer = await target('collections', org);
  const inner = (await org.admin.api.post(`/v1/orgs/${org.id}/collections`, { parent: outer })).body
    .id as string;
  const { id } = await buildSpace(org, { parent: inner });
  await org.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null });
  const body = { users: [guest.id], teams: [teamId], role: 'edit' };
  await org.admin.api.post(`/v1/collections/${outer}/permissions`, body);
  for (const user of [guest, teamed]) {
    expect((await user.api.get(`/v1/spaces/${id}`)).body.permissions.edit).toBe(true);
    expect((await user.api.get(`/v1/orgs/${org.id}/spaces`)).body.count).toBe(1);
    const member = await org.admin.api.get(`/v1/orgs/${org.id}/members/${user.id}`);
    expect(member.body.spaces).toBe(1);
  }
  expect((await org.admin.api.get(`/v1/orgs/${org.id}/teams/${teamId}`)).body.spaces).toBe(1);
  await org.admin.api.delete(`/v1/orgs/${org.id}/teams/${teamId}`);
  expect((await teamed.api.get(`/v1/spaces/${id}`)).status).toBe(404);
  await org.admin.api.delete(`/v1/orgs/${org.id}/members/${guest.id}`);
  await test.app.get(Members).addMember(org.id, guest.id, null);
  const { api } = await buildToken(test, guest.id);
  expect((await api.get(`/v1/spaces/${id}`)).status).toBe(404);
});

interface World {
  /** Parent by index, always an earlier one; -1 is the root. */
  collections: { parent: number; level: DefaultLevel }[];
  spaces: { parent: number; level: DefaultLevel }[];
  /** Whom a role was given on what: `thing` counts collections, then spaces. */
  grants: { thing: number; to: 'user' | 'own team' | 'other user' | 'other team'; role: Role }[];
  role: Role | null;
}

const level = fc.constantFrom<DefaultLevel>(null, 'inherit', 'inherit', ...DEFAULT_LEVELS);
const world: fc.Arbitrary<World> = fc.record({
  collections: fc.array(fc.record({ parent: fc.integer({ min: -1, max: 5 }), level }), { maxLength: 6 }),
  spaces: fc.array(fc.record({ parent: fc.integer({ min: -1, max: 5 }), level }), {
    minLength: 1,
    maxLength: 4,
  }),
  grants: fc.array(
    fc.record({
      thing: fc.nat(9),
      to: fc.constantFrom('user' as const, 'own team' as const, 'other user' as const, 'other team' as const),
      role: fc.constantFrom(...ROLES),
    }),
    { maxLength: 6 },
  ),
  role: fc.constantFrom(null, ...ROLES),
});

it('the SQL of single reads, lists and counts agrees with effectiveRole on random trees', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const org = await buildOrganization(test);
      const user = await org.member(given.role);
      const other = await org.member('read');
      const [ownTeam, otherTeam] = [await team(org, [user]), await team(org, [other])];
      const grantee = { user: user.id, 'own team': ownTeam, 'other user': other.id, 'other team': otherTeam };
      const things = await insertWorld(org.id, given, grantee);
      const actor: Actor = {
        kind: 'user',
        userId: user.id,
        tokenId: 'none',
        scopes: null,
        proof: 'token',
        ssoOrganizationId: null,
        // A second membership, so that nothing is decided by being an administrator everywhere.
        memberships: new Map<string, Role | null>([
          [org.id, given.role],
          ['another', 'read'],
        ]),
        teamIds: [ownTeam],
      };
      const spaceIds = things.filter((thing) => thing.kind === 'space').map((thing) => thing.id);
      const visible = await test.app.get(Spaces).findVisible(actor, org.id, spaceIds);
      const listed = await test.app.get(Spaces).list(actor, org.id, { limit: 1000 });
      const collections = await test.app.get(Collections).list(actor, org.id, true, { limit: 1000 });
      const spaceRoles = new Map(listed.items.map((view) => [view.space.id, view.role]));
      const collectionRoles = new Map(collections.items.map((view) => [view.collection.id, view.role]));
      for (const thing of things) {
        const isSpace = thing.kind === 'space';
        const single = await (
          isSpace
            ? test.app.get(Spaces).requireSpace(actor, thing.id, 'view')
            : test.app.get(Collections).requireCollection(actor, thing.id, 'view')
        ).catch(() => null);
        const list = isSpace ? spaceRoles : collectionRoles;
        const aggregate = await org.admin.api.get(`/v1/${thing.kind}s/${thing.id}/permissions/aggregate`, {
          query: { limit: 1000 },
        });
        const items = aggregate.body.items as { user: { id: string }; permission: Role }[];
        const roles = [
          single?.role ?? null,
          list.get(thing.id) ?? null,
          isSpace ? (visible.get(thing.id)?.role ?? null) : (list.get(thing.id) ?? null),
          items.find((item) => item.user.id === user.id)?.permission ?? null,
        ];
        const expected = effectiveRole({ organizationRole: given.role, ...thing });
        expect(roles).toEqual(roles.map(() => expected));
      }
      const counts = await test.app.get(SpaceCountsRepository).countByUser(org.id, [user.id]);
      expect(counts.get(user.id)).toBe(listed.count);
    }),
    { numRuns: thoroughly(60) },
  );
});

interface Thing {
  kind: 'space' | 'collection';
  id: string;
  levels: DefaultLevel[];
  grants: Role[];
}

/** Writes the world's rows, and answers the facts about each thing as the pure rule wants them. */
async function insertWorld(
  organizationId: string,
  given: World,
  grantee: Record<string, string>,
): Promise<Thing[]> {
  const things: (Thing & { parent?: Thing })[] = [];
  const now = new Date();
  const insert = async (kind: Thing['kind'], parentIndex: number, own: DefaultLevel): Promise<void> => {
    const parent =
      kind === 'space' ? things[Math.min(parentIndex, given.collections.length - 1)] : things[parentIndex];
    const around = parentIndex < 0 || !parent || parent.kind === 'space' ? undefined : parent;
    const id = newId();
    things.push({
      kind,
      id,
      levels: [own, ...(around?.levels ?? [])],
      grants: [],
      ...(around ? { parent: around } : {}),
    });
    const values = [organizationId, id, around?.id ?? null, id, own, now];
    await (kind === 'collection'
      ? test.db.execute(
          `insert into collections (organization_id, id, parent_id, position, default_level, title, created_at, updated_at)
           values ($1, $2, $3, $4, $5, 'c', $6, $6)`,
          values,
        )
      : test.db.execute(
          `insert into spaces (organization_id, id, parent_id, position, default_level, title, emoji, edit_mode, merge_rules,
             revision_id, snapshot, comments_open, change_requests, change_requests_open, change_requests_draft, created_at, updated_at)
           values ($1, $2, $3, $4, $5, 's', '', 'live', '{"type":"inherit"}', 'none', 'none', 0, 0, 0, 0, $6, $6)`,
          values,
        ));
  };
  for (const [index, entry] of given.collections.entries()) {
    await insert('collection', Math.min(entry.parent, index - 1), entry.level);
  }
  for (const entry of given.spaces) await insert('space', entry.parent, entry.level);
  const seen = new Set<string>();
  for (const { thing: index, to, role } of given.grants) {
    const thing = things[index];
    if (!thing || seen.has(`${index} ${to}`)) continue;
    seen.add(`${index} ${to}`);
    const kind = to.endsWith('team') ? 'team' : 'user';
    await test.db.execute(
      `insert into ${kind}_grants (organization_id, resource_type, resource_id, ${kind}_id, role, created_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [organizationId, thing.kind, thing.id, grantee[to], role, now],
    );
    if (to !== 'user' && to !== 'own team') continue;
    const reaches = (other: Thing & { parent?: Thing }): boolean =>
      other === thing || (other.parent !== undefined && reaches(other.parent));
    for (const other of things) if (reaches(other)) other.grants.push(role);
  }
  return things;
}
