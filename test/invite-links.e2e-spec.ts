import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SignInReasons, Users } from '../src/modules/users/index.js';
import { buildOrganization, buildSpace, buildUser, type TestOrganization } from './support/factories.js';
import { actionsOf, openPage, postForm } from './support/invites.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 3_600_000;

let test: TestApp;
let organization: TestOrganization;
let base: string;
let links: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  base = `/v1/orgs/${organization.id}`;
  links = `${base}/link-invites`;
});

const make = async (body: object, { api } = organization.admin) => {
  const answer = await api.post(links, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body as { id: string; redundant: boolean; uses: number };
};
const roleOf = async (userId: string) =>
  (await organization.admin.api.get(`${base}/members/${userId}`)).body.role as string | null | undefined;
const usesOf = async (id: string) => (await organization.admin.api.get(`${links}/${id}`)).body.uses as number;

describe('invite links to an organization', () => {
  it('are created, listed, changed and deleted by administrators alone', async () => {
    const { admin } = organization;
    const expiresAt = new Date(test.clock.now().getTime() + DAY).toISOString();
    const link = await make({ role: 'edit', maxUses: 5, expiresAt });
    expect(link).toMatchObject({
      object: 'invite',
      role: 'edit',
      redundant: true,
      uses: 0,
      maxUses: 5,
      expiresAt,
    });
    expect(link.id).toMatch(/^[0-9A-Za-z]{30}$/);
    test.clock.advance(1000);
    const guests = await make({ role: null });
    const list = await admin.api.get(links, { query: { limit: 1 } });
    expect(list.body).toMatchObject({ count: 2, items: [{ id: guests.id, role: null }] });
    const path = `${links}/${link.id}`;
    expect((await admin.api.patch(path, { role: 'review', maxUses: null })).body).toMatchObject({
      ...{ role: 'review', expiresAt },
    });
    expect((await admin.api.get(path)).body).not.toHaveProperty('maxUses');
    const creator = await organization.member('create');
    expect((await creator.api.get(links)).status).toBe(403);
    expect((await creator.api.post(links, { role: 'read' })).status).toBe(403);
    // Knowing the link reveals nothing about its target.
    for (const answer of [await creator.api.get(path), await creator.api.patch(path, { role: 'admin' })])
      expect(answer.status).toBe(404);
    expect((await creator.api.delete(path)).status).toBe(404);
    expect((await admin.api.delete(path)).status).toBe(204);
    expect((await admin.api.delete(path)).status).toBe(204);
    expect((await admin.api.get(path)).status).toBe(404);
    const actions = await actionsOf(test, organization.id);
    expect(actions.filter((action) => action.startsWith('invite'))).toEqual([
      ...['invite-link.created', 'invite-link.created', 'invite-link.deleted', 'invite-link.updated'],
    ]);
    const logged = JSON.stringify(await test.db.query('select * from audit_events'));
    expect(logged).not.toContain(link.id);
  });

  it('give new members the role, raise lower roles, and take no role away', async () => {
    const link = await make({ role: 'edit' });
    const [stranger, reader] = [await buildUser(test), await organization.member('read')];
    const reviewer = await organization.member('review');
    for (const user of [stranger, reader, reviewer, stranger, organization.admin])
      expect((await user.api.post(`${base}/invites/${link.id}`, {})).status).toBe(200);
    expect([await roleOf(stranger.id), await roleOf(reader.id)]).toEqual(['edit', 'edit']);
    expect([await roleOf(reviewer.id), await roleOf(organization.admin.id)]).toEqual(['review', 'admin']);
    expect(await usesOf(link.id)).toBe(2);
    expect((await stranger.api.post(`${base}/invites/nothing`, {})).status).toBe(404);
    const other = await buildOrganization(test);
    expect((await stranger.api.post(`/v1/orgs/${other.id}/invites/${link.id}`, {})).status).toBe(404);
  });

  it('refuse an invalid body with a clear message', async () => {
    const { api } = organization.admin;
    const { id: space } = await buildSpace(organization);
    const past = '2001-01-01T00:00:00Z';
    for (const [body, message] of [
      [{}, /role is required/],
      [{ level: 'read' }, /level goes with space or collection/],
      [{ role: 'read', space }, /role is for the organization/],
      [{ space }, /level is required with space/],
      [{ space, collection: 'x', level: 'read' }, /send one of them/],
      [{ role: 'owner' }, /role must be one of/],
      [{ role: 'read', maxUses: 0 }, /maxUses/],
      [{ role: 'read', expiresAt: past }, /expiresAt must be in the future/],
    ] as const) {
      const answer = await api.post(links, body);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    const link = await make({ role: 'read' });
    expect((await api.patch(`${links}/${link.id}`, { level: 'read' })).status).toBe(400);
    await (await buildUser(test)).api.post(`${base}/invites/${link.id}`, {});
    await (await buildUser(test)).api.post(`${base}/invites/${link.id}`, {});
    expect((await api.patch(`${links}/${link.id}`, { maxUses: 1 })).body.error.message).toContain('2 times');
    expect((await api.get(links)).body.count).toBe(1);
  });

  it('end when they expire, when their creator is removed, and where links are turned off', async () => {
    const { admin } = organization;
    const expiresAt = new Date(test.clock.now().getTime() + DAY).toISOString();
    const short = await make({ role: 'read', expiresAt });
    const second = await organization.member('admin');
    const theirs = await make({ role: 'admin' }, second);
    const stranger = await buildUser(test);
    const use = async (id: string) => (await stranger.api.post(`${base}/invites/${id}`, {})).status;
    await admin.api.patch(base, { inviteLinks: false });
    expect([await use(short.id), (await admin.api.post(links, { role: 'read' })).status]).toEqual([403, 403]);
    await admin.api.patch(base, { inviteLinks: true });
    test.clock.advance(2 * DAY);
    expect(await use(short.id)).toBe(403);
    expect((await admin.api.delete(`${base}/members/${second.id}`)).status).toBe(204);
    // The maker knows the link, and would be an administrator again.
    expect((await second.api.post(`${base}/invites/${theirs.id}`, {})).status).not.toBe(200);
    expect(await use(theirs.id)).toBe(404);
  });

  it('do not return a role that their creator lost', async () => {
    const { admin } = organization;
    const [former, creator] = [await organization.member('admin'), await organization.member('create')];
    const { id: space } = await buildSpace(organization);
    const theirs = await make({ role: 'admin' }, former);
    const level = await make({ space, level: 'create' }, creator);
    expect((await admin.api.patch(`${links}/${level.id}`, { level: 'admin' })).status).toBe(403);
    await admin.api.patch(`${base}/members/${former.id}`, { role: 'read' });
    await admin.api.patch(`${base}/members/${creator.id}`, { role: 'read' });
    for (const user of [former, await buildUser(test)])
      expect((await user.api.post(`${base}/invites/${theirs.id}`, {})).status).toBe(403);
    expect((await creator.api.post(`${base}/invites/${level.id}`, {})).status).toBe(403);
    expect([await roleOf(former.id), await roleOf(creator.id)]).toEqual(['read', 'read']);
    expect((await creator.api.get(`/v1/spaces/${space}`)).body.permissions.edit).toBe(false);
  });
});

describe('invite links to spaces and collections', () => {
  it('admit strangers as guests with the level, and give no more than their creator holds', async () => {
    const { admin } = organization;
    const { id: space } = await buildSpace(organization, { title: 'Handbook' });
    const { id: hidden } = await buildSpace(organization, { title: 'Hidden' });
    const creator = await organization.member('create');
    const tooMuch = await creator.api.post(links, { space, level: 'admin' });
    expect([tooMuch.status, tooMuch.body.error.message]).toEqual([
      403,
      expect.stringContaining('level: you'),
    ]);
    const link = await make({ space, level: 'edit', maxUses: 2 }, creator);
    expect(link).toMatchObject({
      level: 'edit',
      space: { id: space, permissions: { viewInviteLinks: true } },
    });
    const strong = await make({ space, level: 'admin' });
    expect((await creator.api.get(`${links}/${strong.id}`)).body.redundant).toBe(false);
    expect((await creator.api.patch(`${links}/${strong.id}`, { level: 'read' })).status).toBe(403);
    expect((await creator.api.delete(`${links}/${strong.id}`)).status).toBe(403);
    const [guest, reader] = [await buildUser(test), await organization.member('read')];
    for (const user of [guest, reader, guest])
      expect((await user.api.post(`${base}/invites/${link.id}`, {})).status).toBe(200);
    expect([await roleOf(guest.id), await roleOf(reader.id)]).toEqual([null, 'read']);
    expect((await guest.api.get(`/v1/spaces/${space}`)).body.permissions).toMatchObject({
      edit: true,
      review: false,
    });
    expect((await reader.api.get(`/v1/spaces/${space}`)).body.permissions.edit).toBe(true);
    expect((await guest.api.get(`/v1/spaces/${hidden}`)).status).toBe(404);
    expect((await admin.api.get(`/v1/spaces/${space}/link-invites`)).body).toMatchObject({ count: 2 });
    expect(await usesOf(link.id)).toBe(2);
    expect((await guest.api.get(`${links}/${link.id}`)).status).toBe(404);
    expect((await (await buildUser(test)).api.post(`${base}/invites/${link.id}`, {})).status).toBe(403);
    // A deleted space lets nobody in, and its links come back with it.
    await admin.api.delete(`/v1/spaces/${space}`);
    expect((await (await buildUser(test)).api.post(`${base}/invites/${strong.id}`, {})).status).toBe(404);
  });

  it('do not follow a collection to another organization', async () => {
    const { admin } = organization;
    const collection = (await admin.api.post(`${base}/collections`, { title: 'Guides' })).body.id as string;
    const { id: space } = await buildSpace(organization, { parent: collection });
    const link = await make({ collection, level: 'comment' });
    await make({ space, level: 'comment' });
    expect(link).toMatchObject({ collection: { id: collection } });
    const guest = await buildUser(test);
    expect((await guest.api.post(`${base}/invites/${link.id}`, {})).status).toBe(200);
    expect((await guest.api.get(`/v1/spaces/${space}`)).body.permissions.comment).toBe(true);
    const target = (await admin.api.post('/v1/orgs', { title: 'Target' })).body.id as string;
    const body = { organization: target };
    expect((await admin.api.post(`/v1/collections/${collection}/transfer`, body)).status).toBe(200);
    for (const place of [`collections/${collection}`, `spaces/${space}`])
      expect((await admin.api.get(`/v1/${place}/link-invites`)).body.items).toEqual([]);
    expect((await guest.api.post(`/v1/orgs/${target}/invites/${link.id}`, {})).status).toBe(404);
  });
});

describe('uses of an invite link', () => {
  it('equal the number of users who joined, and never exceed the limit, even at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
        fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
        async (maxUses, rounds) => {
          const link = await make({ role: 'read', maxUses });
          const people = await Promise.all([0, 1, 2, 3].map(() => buildUser(test)));
          for (const round of rounds) {
            const come = round.map((at) => people[at]!.api.post(`${base}/invites/${link.id}`, {}));
            for (const answer of await Promise.all(come)) expect([200, 403]).toContain(answer.status);
          }
          const came = new Set(rounds.flat()).size;
          const inside = await Promise.all(people.map(({ id }) => roleOf(id)));
          const expected = Math.min(came, maxUses ?? came);
          expect(inside.filter((role) => role === 'read')).toHaveLength(expected);
          expect(await usesOf(link.id)).toBe(expected);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('and removals of a member at the same time leave whole memberships or none', async () => {
    const { id: space } = await buildSpace(organization);
    const link = await make({ space, level: 'read' });
    const user = await buildUser(test);
    for (let turn = 0; turn < 4; turn++) {
      const [used, removed] = await Promise.all([
        user.api.post(`${base}/invites/${link.id}`, {}),
        organization.admin.api.delete(`${base}/members/${user.id}`),
      ]);
      // With the last membership their tokens end.
      expect([200, 401]).toContain(used.status);
      expect(removed.status).toBe(204);
      const grants = await test.db.query('select 1 from user_grants where user_id = $1', [user.id]);
      expect(grants).toHaveLength((await roleOf(user.id)) === undefined ? 0 : 1);
    }
  });
});

describe('the page of an invite link', () => {
  it('shows strangers the invitation, leads to the sign-in and back, and admits them', async () => {
    const { id: space } = await buildSpace(organization, { title: 'Hand<b>book' });
    const link = await make({ space, level: 'edit' });
    const path = `/app/invites/${link.id}`;
    const shown = await openPage(test, path);
    expect(shown.text).toContain('invites you to Hand&lt;b>book');
    expect(shown.text).toContain(`/app/sign-in?next=invites%2F${link.id}`);
    expect((await postForm(test, path, {})).location).toContain('/app/sign-in?next=');
    const reasons = test.app.get(SignInReasons);
    const newcomer = { email: 'new@example.net', next: `invites/${link.id}` };
    expect(await reasons.some(newcomer)).toBe(true);
    expect(await reasons.some({ ...newcomer, next: 'invites/nothing' })).toBe(false);
    const user = await buildUser(test);
    const { cookie } = await postForm(test, '/app/sign-in', {
      token: user.token,
      next: `invites/${link.id}`,
    });
    expect((await openPage(test, path, cookie)).text).toContain('<form');
    const done = await postForm(test, path, {}, cookie);
    expect([done.status, done.location]).toEqual([303, `/app/s/${space}`]);
    expect((await user.api.get(`/v1/spaces/${space}`)).status).toBe(200);
    await organization.admin.api.delete(`${links}/${link.id}`);
    expect((await openPage(test, path)).status).toBe(404);
  });

  it('admits users who may join by their mail address', async () => {
    await organization.admin.api.patch(base, { emailDomains: ['join.example'] });
    const user = await buildUser(test, { email: 'ann@join.example' });
    const { cookie } = await postForm(test, '/app/sign-in', { token: user.token, next: '' });
    const path = `/app/join/${organization.id}`;
    expect((await openPage(test, path, cookie)).status).toBe(404);
    await test.app.get(Users).markEmailVerified(user.id);
    expect((await openPage(test, '/app', cookie)).text).toContain(path);
    expect((await openPage(test, path, cookie)).text).toContain('Join Org');
    expect((await postForm(test, path, {}, cookie)).location).toBe(`/app/o/${organization.id}`);
    expect(await roleOf(user.id)).toBe('read');
  });
});
