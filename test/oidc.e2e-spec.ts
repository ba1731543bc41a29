import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Users } from '../src/modules/users/index.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import {
  CLIENT,
  forgedAnswers,
  type OidcServer,
  startForgedProvider,
  startOidcServer,
} from './support/oidc-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let server: OidcServer;

/** A tenant with a provider. */
interface Tenant {
  organization: TestOrganization;
  path: string;
  provider: { id: string; service: { startURL: string; callbackURL: string } };
}

beforeAll(async () => {
  test = await shareTestApp();
  server = await startOidcServer({});
});

afterAll(async () => {
  await server.close();
  await test.close();
});

let people = 0;

/** Makes the provider know a person, under a login that no other test has. */
function person(claims: Record<string, unknown> = {}): { login: string; email: string } {
  people += 1;
  const login = `person-${people}`;
  const email = `${login}@oidc.example`;
  server.accounts[login] = { email, email_verified: true, name: 'Ada Lovelace', ...claims };
  return { login, email };
}

async function tenant(settings: object = {}): Promise<Tenant> {
  const organization = await buildOrganization(test);
  const path = `/v1/orgs/${organization.id}/oidc`;
  const body = { label: 'Company', issuer: server.issuer, ...CLIENT, ...settings };
  const made = await organization.admin.api.post(path, body);
  expect(made.status).toBe(201);
  return { organization, path, provider: made.body };
}

const local = (url: string) => url.replace(test.config.publicUrl, test.baseUrl);
const visit = (url: string, cookie = '') =>
  fetch(local(url), { redirect: 'manual', headers: { Cookie: cookie } });
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

/** Begins a sign-in as a browser does. */
async function begin(url: string, cookie = '') {
  const answer = await visit(url, cookie);
  expect(answer.status).toBe(303);
  return { location: answer.headers.get('location') ?? '', cookie: cookieOf(answer) };
}

/** Signs in from beginning to end. */
async function signIn({ provider }: Pick<Tenant, 'provider'>, login: string) {
  const { location, cookie } = await begin(provider.service.startURL);
  const back = await server.signIn(location, login);
  const answer = await visit(back, cookie);
  return { answer, back, cookie, session: cookieOf(answer).split('=')[1] ?? '' };
}

/** Signs in at a provider that answers every code. */
async function signInForged({ provider }: Tenant, change: (back: URL) => void = () => undefined) {
  const { location, cookie } = await begin(provider.service.startURL);
  const asked = new URL(location).searchParams;
  const back = new URL(asked.get('redirect_uri') ?? '');
  back.search = new URLSearchParams({ code: 'code', state: asked.get('state') ?? '' }).toString();
  change(back);
  return { finish: () => visit(back.href, cookie), nonce: asked.get('nonce') };
}

describe('signing in with OpenID Connect', () => {
  it('makes a newcomer a member with the default role, in this organization alone', async () => {
    const other = await tenant();
    const one = await tenant({ defaultRole: 'edit' });
    const { login, email } = person();
    await test.app.get(Users).createUser({ email, displayName: 'Known elsewhere' });
    const { answer, session } = await signIn(one, login);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app']);
    const api = test.api.as(session);
    const me = await api.get('/v1/user');
    expect(me.body).toMatchObject({ email, displayName: 'Known elsewhere' });
    const { body } = await api.get(`/v1/orgs/${one.organization.id}/members/${me.body.id}`);
    expect(body).toMatchObject({ role: 'edit' });
    expect((await api.get(`/v1/orgs/${other.organization.id}`)).status).toBe(404);
    const { body: after } = await one.organization.admin.api.get(`${one.path}/${one.provider.id}`);
    expect(after.status).toBe('active');
    expect((await test.app.get(Users).findUserByEmail(email))?.emailVerifiedAt).toBeNull();
  });

  it('asks with PKCE, state and nonce, and shows a secret to nobody', async () => {
    const { provider, organization, path } = await tenant();
    const { location } = await begin(provider.service.startURL);
    const asked = new URL(location).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(provider.service.callbackURL);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThan(20);
    const read = await organization.admin.api.get(`${path}/${provider.id}`);
    const log = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`);
    for (const { text } of [read, log]) expect(text).not.toContain(CLIENT.clientSecret);
    const stored = await test.db.query<{ secret: Buffer }>(
      'select client_secret as secret from oidc_providers where id = $1',
      [provider.id],
    );
    expect(stored[0]?.secret.toString('latin1')).not.toContain(CLIENT.clientSecret);
  });

  it('knows somebody by the subject from then on, whatever their address is', async () => {
    const one = await tenant();
    const { login, email } = person();
    const first = await signIn(one, login);
    Object.assign(server.accounts[login] ?? {}, { email: 'other@oidc.example', email_verified: false });
    const second = await signIn(one, login);
    for (const { session } of [first, second])
      expect((await test.api.as(session).get('/v1/user')).body.email).toBe(email);
  });

  it.each([
    ['not verified', { email_verified: false }],
    ['not said to be verified', { email_verified: undefined }],
  ])("somebody else's address that is %s signs nobody in", async (_, claims) => {
    const one = await tenant();
    const victim = await one.organization.member('admin');
    const { login } = person({ email: victim.email, ...claims });
    const { answer, session } = await signIn(one, login);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('verified')]);
    expect(session).toBe('');
    const rows = await test.db.query('select 1 from oidc_identities where user_id = $1', [victim.id]);
    expect(rows).toEqual([]);
  });

  it('refuses an answer that comes again, for another browser, for another provider, or with another state', async () => {
    const one = await tenant();
    const two = await tenant();
    const { login } = person();
    const { answer, back, cookie } = await signIn(one, login);
    expect(answer.status).toBe(303);
    const refused = async (url: string, own = cookie) => {
      const { status } = await visit(url, own);
      expect(status).toBe(403);
    };
    await refused(back);
    for (const change of [
      (url: URL) => url.searchParams.set('state', 'guessed'),
      (url: URL) => url.searchParams.delete('state'),
      (url: URL) => (url.pathname = new URL(two.provider.service.callbackURL).pathname),
    ]) {
      const begun = await begin(one.provider.service.startURL);
      const url = new URL(await server.signIn(begun.location, login));
      change(url);
      await refused(url.href, begun.cookie);
    }
    const begun = await begin(one.provider.service.startURL);
    const mine = await server.signIn(begun.location, login);
    const others = await begin(one.provider.service.startURL);
    await refused(mine, others.cookie);
    // It was taken by the attempt, so that nobody tries on.
    await refused(mine, begun.cookie);
  });

  it('says that somebody cancelled', async () => {
    const { provider } = await tenant();
    const { location, cookie } = await begin(provider.service.startURL);
    const answer = await visit(await server.cancel(location), cookie);
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('cancelled')]);
  });

  it('says that the provider is away, or no provider', async () => {
    for (const issuer of ['http://127.0.0.1:1', `${server.issuer}/elsewhere`]) {
      const { provider } = await tenant({ issuer });
      const answer = await visit(provider.service.startURL);
      const text = await answer.text();
      expect([answer.status, /cannot be asked|no configuration/.test(text)]).toEqual([403, true]);
    }
  });

  it('refuses somebody whom administrators removed from the provider, and ends sessions with it', async () => {
    const one = await tenant();
    const { session } = await signIn(one, person().login);
    const api = test.api.as(session);
    expect((await api.get('/v1/user')).status).toBe(200);
    expect((await one.organization.admin.api.delete(`${one.path}/${one.provider.id}`)).status).toBe(204);
    expect((await api.get('/v1/user')).status).toBe(401);
  });
});

describe('identity tokens', () => {
  const email = 'forged@oidc.example';

  async function forged(claims: Record<string, unknown>, key: 'right' | 'wrong' = 'right') {
    const signer = await generateKeyPair('RS256');
    let known = key === 'right' ? signer : await generateKeyPair('RS256');
    let nonce: string | null = null;
    let kid = 'first';
    const answers = forgedAnswers(() => ({ nonce, email, email_verified: true, ...claims }), {
      signer,
      known: () => known,
      kid: () => kid,
    });
    const provider = await startForgedProvider(answers);
    const one = await tenant({ issuer: provider.issuer });
    const run = async (change?: (back: URL) => void) => {
      const begun = await signInForged(one, change);
      nonce = begun.nonce;
      return begun.finish();
    };
    const rotate = async () => {
      const next = await generateKeyPair('RS256');
      Object.assign(signer, next);
      known = next;
      kid = 'second';
    };
    return { run, rotate, close: () => provider.close() };
  }

  it.each([
    ['another nonce', { nonce: 'other' }, 'right' as const],
    ['another issuer', { iss: 'https://evil.example' }, 'right' as const],
    ['another audience', { aud: 'other-client' }, 'right' as const],
    ['a key that the provider does not have', {}, 'wrong' as const],
  ])('with %s are refused', async (_, claims, key) => {
    const { run, close } = await forged(claims, key);
    const answer = await run();
    expect([answer.status, cookieOf(answer)]).toEqual([403, '']);
    await close();
  });

  it('are believed with a key that the provider changed a moment ago', async () => {
    const { run, rotate, close } = await forged({});
    expect((await run()).status).toBe(303);
    await rotate();
    expect((await run()).status).toBe(303);
    expect((await run((back) => back.searchParams.set('iss', 'https://evil.example'))).status).toBe(403);
    await close();
  });
});

describe('GitHub', () => {
  it.each([
    ['verified', true, 303],
    ['not verified', false, 403],
  ])('signs in by the primary address when it is %s', async (_, verified, status) => {
    const email = `octo-${verified}@github.example`;
    const github = await startForgedProvider({
      '/login/oauth/access_token': () => ({ access_token: 'gho', token_type: 'bearer', scope: 'user:email' }),
      '/api/v3/user': () => ({ id: verified ? 1 : 2, login: 'octo', name: null }),
      '/api/v3/user/emails': () => [
        { email: 'second@github.example', primary: false, verified: true },
        { email, primary: true, verified },
      ],
    });
    const one = await tenant({ kind: 'github', issuer: github.issuer });
    const answer = await (await signInForged(one)).finish();
    expect(answer.status).toBe(status);
    const user = await test.app.get(Users).findUserByEmail(email);
    expect(user?.displayName).toBe(verified ? 'octo' : undefined);
    await github.close();
  });
});

describe('the test by an administrator', () => {
  const tested = ({ provider }: Tenant) => provider.service.startURL.replace(/start$/, 'test');
  const offered = async ({ organization }: Tenant) =>
    (await organization.admin.api.get(`/v1/orgs/${organization.id}/sso`)).body.items.length;

  it('starts no session, and leaves a provider of the API as it is', async () => {
    const one = await tenant();
    const session = `bindery_session=${one.organization.admin.token}`;
    const { location, cookie } = await begin(tested(one), session);
    const { login, email } = person();
    const answer = await visit(await server.signIn(location, login), `${cookie}; ${session}`);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    expect(await test.app.get(Users).findUserByEmail(email)).toBeNull();
    expect(await offered(one)).toBe(0);
    expect((await signIn(one, login)).answer.status).toBe(303);
    expect(await offered(one)).toBe(1);
  });

  it('comes before a provider that was made switched off counts', async () => {
    const one = await tenant({ enabled: false });
    const { api } = one.organization.admin;
    const path = `${one.path}/${one.provider.id}`;
    expect((await visit(one.provider.service.startURL)).status).toBe(403);
    expect((await api.patch(path, { enabled: true })).status).toBe(409);
    const session = `bindery_session=${one.organization.admin.token}`;
    const { location, cookie } = await begin(tested(one), session);
    await visit(await server.signIn(location, person().login), `${cookie}; ${session}`);
    const on = await api.patch(path, { enabled: true });
    expect([on.status, on.body.enabled, on.body.status]).toEqual([200, true, 'active']);
    const { session: signedIn } = await signIn(one, person().login);
    expect((await api.patch(path, { enabled: false })).body.status).toBe('pending');
    expect((await test.api.as(signedIn).get('/v1/user')).status).toBe(401);
  });

  it('is for administrators of the organization', async () => {
    const one = await tenant();
    const member = await one.organization.member('create');
    const stranger = await buildUser(test);
    const statusFor = async (token: string) => (await visit(tested(one), `bindery_session=${token}`)).status;
    expect([await statusFor(member.token), await statusFor(stranger.token)]).toEqual([403, 404]);
    expect((await visit(tested(one))).status).toBe(401);
  });
});

describe('settings of a provider', () => {
  it('a provider that becomes another one has to prove itself again, and sessions end', async () => {
    const one = await tenant();
    const { session } = await signIn(one, person().login);
    const { api } = one.organization.admin;
    const renamed = await api.patch(`${one.path}/${one.provider.id}`, { label: 'Renamed' });
    expect(renamed.body).toMatchObject({ label: 'Renamed', status: 'active' });
    expect((await test.api.as(session).get('/v1/user')).status).toBe(200);
    const other = await api.patch(`${one.path}/${one.provider.id}`, { clientID: 'another' });
    expect(other.body.status).toBe('pending');
    expect((await test.api.as(session).get('/v1/user')).status).toBe(401);
  });

  it('the last provider that works stays while single sign-on is required', async () => {
    const one = await tenant();
    await signIn(one, person().login);
    const { api } = one.organization.admin;
    expect((await api.patch(`/v1/orgs/${one.organization.id}`, { sso: true })).status).toBe(200);
    expect((await api.delete(`${one.path}/${one.provider.id}`)).status).toBe(409);
    expect((await api.patch(`${one.path}/${one.provider.id}`, { status: 'pending' })).status).toBe(409);
    await api.patch(`/v1/orgs/${one.organization.id}`, { sso: false });
    expect((await api.delete(`${one.path}/${one.provider.id}`)).status).toBe(204);
  });

  it.each([
    ['no issuer', { issuer: undefined }],
    ['a password in the issuer', { issuer: 'https://me:secret@login.example' }],
    ['a team of nobody', { defaultTeam: 'none' }],
  ])('refuses %s', async (_, settings) => {
    const { organization, path } = await tenant();
    const body = { label: 'Company', issuer: server.issuer, ...CLIENT, ...settings };
    expect((await organization.admin.api.post(path, body)).status).toBe(400);
  });
});
