import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TokenUsage } from '../src/modules/users/token-usage.js';
import { buildOrganization, buildToken, buildUser, type TestUser } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 60 * 60_000;

let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await shareTestApp();
  user = await buildUser(test);
});

afterAll(() => test.close());

it('the root of the API answers its version to everybody', async () => {
  for (const path of ['/v1', '/v1/']) {
    const answer = await test.api.get(path);
    expect(answer.status).toBe(200);
    expect(answer.body.version).toMatch(/^\d+\.\d+\.\d+/);
  }
});

describe('GET /user and /users/{userId}', () => {
  it('the answer is the user of the token', async () => {
    const { body } = await user.api.get('/v1/user');
    expect(body).toMatchObject({ object: 'user', id: user.id, email: user.email });
    expect(body.urls.location).toBe(`${test.config.publicUrl}/v1/users/${user.id}`);
    expect((await user.api.get(`/v1/users/${user.id}`)).body).toEqual(body);
  });

  it('users of a common organization are visible, and no others', async () => {
    const organization = await buildOrganization(test);
    const guest = await organization.member(null);
    expect((await guest.api.get(`/v1/users/${organization.admin.id}`)).body.id).toBe(organization.admin.id);
    expect((await user.api.get(`/v1/users/${guest.id}`)).status).toBe(404);
    expect((await user.api.get('/v1/users/unknown')).status).toBe(404);
  });

  it.each([undefined, 'bdy_unknown', 'x y'])('the token %s is refused', async (token) => {
    const answer = await test.api.as(token).get('/v1/user');
    expect(answer.status).toBe(401);
    expect(answer.body.error.code).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('PATCH /users/{userId}', () => {
  it('the request changes only the fields that are sent', async () => {
    const own = await buildUser(test);
    const path = `/v1/users/${own.id}`;
    const photoURL = 'https://example.com/me.png';
    const changed = await own.api.patch(path, { displayName: 'Ada', photoURL });
    expect(changed.body).toMatchObject({ displayName: 'Ada', photoURL });
    expect((await own.api.patch(path, { displayName: 'Ada L.' })).body).toMatchObject({ photoURL });
    expect((await own.api.patch(path, {})).body).toMatchObject({ displayName: 'Ada L.', photoURL });
    expect((await own.api.patch(path, { photoURL: null })).body).not.toHaveProperty('photoURL');
  });

  it.each([
    [{ displayName: '' }, 'displayName'],
    [{ displayName: 'x'.repeat(65) }, 'displayName'],
    [{ displayName: null }, 'displayName'],
    [{ photoURL: 'no url' }, 'photoURL'],
  ])('the body %j is refused', async (body, field) => {
    const answer = await user.api.patch(`/v1/users/${user.id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it("the request is for one's own profile", async () => {
    const organization = await buildOrganization(test);
    const member = await organization.member('read');
    const path = `/v1/users/${member.id}`;
    expect((await organization.admin.api.patch(path, { displayName: 'x' })).status).toBe(403);
    expect((await user.api.patch(path, { displayName: 'x' })).status).toBe(404);
  });
});

describe('personal tokens', () => {
  it('tokens are shown once, work, are listed without their text, and end when they are deleted', async () => {
    const own = await buildUser(test);
    const created = await own.api.post('/v1/user/tokens', { label: 'CI' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ object: 'user-token', label: 'CI' });
    expect(created.body.token).toMatch(/^bdy_[0-9A-Za-z]{40}$/);
    const made = test.api.as(created.body.token);
    expect((await made.get('/v1/user')).body.id).toBe(own.id);
    const list = await own.api.get('/v1/user/tokens');
    expect(list.body.count).toBe(2);
    expect(list.body.items[0]).toMatchObject({ id: created.body.id, label: 'CI' });
    expect(list.text).not.toContain(created.body.token);
    const path = `/v1/user/tokens/${created.body.id}`;
    expect((await own.api.delete(path)).status).toBe(204);
    expect((await made.get('/v1/user')).status).toBe(401);
    expect((await own.api.delete(path)).status).toBe(204);
  });

  it('tokens are stored as a hash', async () => {
    const { body } = await user.api.post('/v1/user/tokens', { label: 'secret' });
    const rows = await test.db.query(`select t::text as row from user_tokens t where id = $1`, [body.id]);
    expect(JSON.stringify(rows)).not.toContain(body.token.slice(4));
  });

  it('tokens are managed by their owner only', async () => {
    const [mine] = (await user.api.get('/v1/user/tokens', { query: { limit: 1 } })).body.items;
    const stranger = await buildUser(test);
    expect((await stranger.api.get('/v1/user/tokens')).body.count).toBe(1);
    expect((await stranger.api.delete(`/v1/user/tokens/${mine.id}`)).status).toBe(204);
    const still = (await user.api.get('/v1/user/tokens')).body.items;
    expect(still.map((token: { id: string }) => token.id)).toContain(mine.id);
  });

  it('tokens expire at their time', async () => {
    const own = await buildUser(test);
    const expiresAt = new Date(test.clock.now().getTime() + DAY).toISOString();
    const { body } = await own.api.post('/v1/user/tokens', { label: 'day', expiresAt });
    expect(body.expiresAt).toBe(expiresAt);
    const made = test.api.as(body.token);
    expect((await made.get('/v1/user')).status).toBe(200);
    test.clock.advance(DAY + 1000);
    expect((await made.get('/v1/user')).status).toBe(401);
    expect((await own.api.post('/v1/user/tokens', { label: 'past', expiresAt })).status).toBe(400);
  });

  it('tokens with scopes may do nothing else', async () => {
    const { api } = await buildToken(test, user.id, ['user:read']);
    expect((await api.get('/v1/user')).status).toBe(200);
    const refused = await api.patch(`/v1/users/${user.id}`, {});
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('user:write');
  });

  it('tokens never create a token with more scopes or a longer life', async () => {
    const expiresAt = new Date(test.clock.now().getTime() + DAY).toISOString();
    const later = new Date(test.clock.now().getTime() + 2 * DAY).toISOString();
    const scopes = ['user:read', 'user:write'];
    const limited = await user.api.post('/v1/user/tokens', { label: 'limited', scopes, expiresAt });
    expect(limited.body.scopes).toEqual(scopes);
    const api = test.api.as(limited.body.token);
    expect((await api.post('/v1/user/tokens', { label: 'x', scopes: ['teams:read'] })).status).toBe(403);
    expect((await api.post('/v1/user/tokens', { label: 'x', expiresAt: later })).status).toBe(403);
    const inherited = await api.post('/v1/user/tokens', { label: 'x' });
    expect(inherited.body).toMatchObject({ scopes, expiresAt });
  });

  it.each([
    [{}, 'label'],
    [{ label: '' }, 'label'],
    [{ label: 'x'.repeat(51) }, 'label'],
    [{ label: 'x', scopes: ['everything'] }, 'scopes'],
    [{ label: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('the body %j is refused', async (body, field) => {
    const answer = await user.api.post('/v1/user/tokens', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it('tokens are listed newest first, page by page', async () => {
    const own = await buildUser(test);
    for (const label of ['a', 'b', 'c']) {
      test.clock.advance(1000);
      await own.api.post('/v1/user/tokens', { label });
    }
    const first = await own.api.get('/v1/user/tokens', { query: { limit: 2 } });
    expect(first.body.items.map((token: { label: string }) => token.label)).toEqual(['c', 'b']);
    const rest = await own.api.get('/v1/user/tokens', { query: { page: first.body.next.page } });
    expect(rest.body.items.map((token: { label: string }) => token.label)).toEqual(['a', 'test']);
    expect(rest.body).not.toHaveProperty('next');
  });
});

describe('the last use of a token', () => {
  const lastUse = async (own: TestUser) => (await own.api.get('/v1/user/tokens')).body.items[0].lastUsedAt;

  it('the last use is recorded, at most once in five minutes', async () => {
    const own = await buildUser(test);
    const usage = test.app.get(TokenUsage);
    expect(await lastUse(own)).toBeUndefined();
    await usage.flush();
    const first = await lastUse(own);
    expect(Date.parse(first)).toBeGreaterThan(test.clock.now().getTime() - 60_000);
    test.clock.advance(4 * 60_000);
    await own.api.get('/v1/user');
    await usage.flush();
    expect(await lastUse(own)).toBe(first);
    test.clock.advance(2 * 60_000);
    await own.api.get('/v1/user');
    await usage.flush();
    expect(Date.parse(await lastUse(own))).toBeGreaterThan(Date.parse(first) + 5 * 60_000);
  });

  it('the last use costs no statement in the request', async () => {
    const own = await buildUser(test);
    await own.api.get('/v1/user');
    const before = test.db.statements;
    await own.api.get('/v1/user');
    expect(test.db.statements - before).toBe(2);
  });
});
