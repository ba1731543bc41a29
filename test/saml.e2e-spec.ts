import { request as httpRequest } from 'node:http';
import { inflateRawSync } from 'node:zlib';
import { SignInLimits } from '../src/modules/users/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../src/cli/program.js';
import { SsoSignIn, Users } from '../src/modules/users/index.js';
import { SamlJobs } from '../src/modules/saml/saml.jobs.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import {
  CERTIFICATE,
  ISSUER,
  OTHER_KEYS,
  pem,
  type Person,
  readForm,
  respond,
  respondAltered,
  type Service,
  sign,
  startIdentityProvider,
} from './support/identity-provider.js';
import { refusedResponses } from './support/refused-responses.js';
import { ownForm } from './support/form-token.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'https://docs.example.com/base';
const MINUTE = 60_000;

let test: TestApp;
let organization: TestOrganization;
let path: string;
let provider: { id: string; service: Service & { startURL: string }; urls: { location: string } };

beforeAll(async () => {
  test = await createTestApp({ publicUrl: PUBLIC_URL, allowPrivateNetwork: false });
  organization = await buildOrganization(test);
  path = `/v1/orgs/${organization.id}/saml`;
  provider = (await organization.admin.api.post(path, settings('Company'))).body;
});

afterAll(() => test.close());

function settings(label: string, others: object = {}): object {
  return { label, entityID: ISSUER, ssoURL: 'https://idp.example/sso', certificate: CERTIFICATE, ...others };
}

const local = (url: string) => url.replace(PUBLIC_URL, test.baseUrl);
const ada = (name = 'ada'): Person => ({ nameId: `${name}-id`, email: `${name}@example.com` });

/** Begins a sign-in as a browser does: what it answers, and the cookie the browser keeps. */
async function begin(startURL: string): Promise<{ inResponseTo: string; cookie: string; location: URL }> {
  const answer = await fetch(local(startURL), { redirect: 'manual' });
  expect(answer.status).toBe(303);
  const location = new URL(answer.headers.get('location') ?? '');
  const request = inflateRawSync(
    Buffer.from(location.searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
  const [, inResponseTo = ''] = /\bID="([^"]+)"/.exec(request) ?? [];
  expect(request).toContain(`AssertionConsumerServiceURL="${provider.service.acsURL.split('/sso/')[0]}`);
  return { inResponseTo, cookie: cookieOf(answer), location };
}

const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

function post(acsURL: string, xml: string, cookie = '', RelayState = ''): Promise<Response> {
  const SAMLResponse = Buffer.from(xml).toString('base64');
  return postForm(acsURL, new URLSearchParams({ SAMLResponse, RelayState }).toString(), cookie);
}

function postForm(acsURL: string, body: string, cookie = '', type = 'application/x-www-form-urlencoded') {
  const headers = { 'Content-Type': type, Cookie: cookie };
  return fetch(local(acsURL), { method: 'POST', redirect: 'manual', headers, body });
}

/** Signs in from beginning to end. */
async function signIn(person: Person, { service } = provider, options: object = {}) {
  const { inResponseTo, cookie } = await begin(service.startURL);
  const xml = await respond({ ...service, inResponseTo }, person, options);
  const answer = await post(service.acsURL, xml, cookie);
  return { answer, xml, cookie, session: cookieOf(answer).split('=')[1] ?? '' };
}

const as = (session: string) => test.api.as(session);

describe('identity providers of an organization', () => {
  it('a provider is created with a label alone, and works once the rest is known', async () => {
    const { api } = organization.admin;
    const made = await api.post(path, { label: 'Later' });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(made.body.urls.location);
    expect(made.body).toMatchObject({ ssoURL: '', entityID: '', certificate: '', status: 'pending' });
    expect(made.body).toMatchObject({ defaultRole: null, idpInitiated: false, certificates: [] });
    expect(made.body.service.acsURL).toBe(`${PUBLIC_URL}/app/sso/${made.body.id}/acs`);
    const start = await fetch(local(made.body.service.startURL), { redirect: 'manual' });
    expect([start.status, await start.text()]).toEqual([403, expect.stringContaining('not set up yet')]);
    const logins = async () => (await api.get(`/v1/orgs/${organization.id}/sso`)).body.items;
    expect(await logins()).not.toContainEqual(expect.objectContaining({ id: made.body.id }));
    const one = `${path}/${made.body.id}`;
    const team = await api.put(`/v1/orgs/${organization.id}/teams`, { title: 'Newcomers' });
    const changed = await api.patch(one, {
      ...settings('Now'),
      certificate: CERTIFICATE.replace(/-----[^-]+-----|\n/g, ''),
      defaultTeam: team.body.id,
      defaultRole: 'edit',
    });
    expect(changed.body).toMatchObject({
      label: 'Now',
      defaultTeam: { title: 'Newcomers' },
      defaultRole: 'edit',
    });
    expect(changed.body.certificates).toMatchObject([{ subject: 'CN=provider.example', status: 'valid' }]);
    expect((await api.get(one)).body).toEqual(changed.body);
    expect(await logins()).toContainEqual({
      id: made.body.id,
      label: 'Now',
      startURL: made.body.service.startURL,
    });
    const actions = await auditActions(made.body.id);
    expect(actions).toEqual(['saml-provider.created', 'saml-provider.updated']);
    await api.delete(`/v1/orgs/${organization.id}/teams/${team.body.id}`);
    expect((await api.get(one)).body.defaultTeam).toBeUndefined();
    expect((await api.delete(one)).status).toBe(204);
    expect((await api.delete(one)).status).toBe(204);
    expect((await api.get(one)).status).toBe(404);
  });

  it.each([
    ['an empty label', 'label', { label: '' }],
    ['a long label', 'label', { label: 'x'.repeat(31) }],
    ['nonsense', 'certificate', { certificate: 'nonsense' }],
    ['an empty certificate', 'certificate', { certificate: CERTIFICATE.replace(/\n[^-]+\n/, '\nAAAA\n') }],
    ['a private key', 'certificate', { certificate: `${CERTIFICATE}\n${OTHER_KEYS.key}` }],
    ['rubbish between', 'certificate', { certificate: `${CERTIFICATE}\nrubbish` }],
    ['a weak key', 'certificate', { certificate: pem('weak.crt') }],
    ['a key of another kind', 'certificate', { certificate: pem('elliptic.crt') }],
    ['plain http', 'ssoURL', { ssoURL: 'http://idp.example/sso' }],
    ['a password', 'ssoURL', { ssoURL: 'https://me:secret@idp.example/' }],
    ['a script', 'ssoURL', { ssoURL: 'javascript:alert(1)' }],
    ['no such team', 'defaultTeam', { defaultTeam: 'nobody' }],
    ['no such role', 'defaultRole', { defaultRole: 'king' }],
    ['a long name', 'entityID', { entityID: 'x'.repeat(1025) }],
  ])('a provider refuses %s', async (_, field, wrong) => {
    const { api } = organization.admin;
    for (const answer of [
      await api.post(path, settings('Wrong', wrong)),
      await api.patch(`${path}/${provider.id}`, wrong),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(field);
    }
    expect((await api.get(path)).body.items.map((item: { label: string }) => item.label)).toEqual([
      'Company',
    ]);
  });

  it('a provider takes no team of another organization, and its key can rotate', async () => {
    const other = await buildOrganization(test);
    const team = await other.admin.api.put(`/v1/orgs/${other.id}/teams`, { title: 'Theirs' });
    const { api } = organization.admin;
    expect((await api.patch(`${path}/${provider.id}`, { defaultTeam: team.body.id })).status).toBe(400);
    const both = await api.patch(`${path}/${provider.id}`, {
      certificate: `${OTHER_KEYS.cert}\n${CERTIFICATE}`,
    });
    expect(both.body.certificates).toHaveLength(2);
    const rotating = await signIn(ada('rotating'));
    expect(rotating.answer.status).toBe(303);
    expect((await signIn(ada('rotating'), provider, OTHER_KEYS)).answer.status).toBe(303);
    const one = await api.patch(`${path}/${provider.id}`, { certificate: CERTIFICATE });
    expect(one.body).toMatchObject({ status: 'active', certificates: [{ subject: 'CN=provider.example' }] });
    expect((await signIn(ada('rotating'), provider, OTHER_KEYS)).answer.status).toBe(403);
    // Nothing is left of the old key: it is another provider for all we know.
    const another = await api.patch(`${path}/${provider.id}`, { certificate: OTHER_KEYS.cert });
    expect(another.body.status).toBe('pending');
    expect((await as(rotating.session).get('/v1/user')).status).toBe(401);
    await api.patch(`${path}/${provider.id}`, { certificate: CERTIFICATE });
  });
});

describe('a sign-in through a provider', () => {
  it('the sign-in goes from the page of the provider to the wanted page, and starts a limited session', async () => {
    const idp = await startIdentityProvider(() => ({ person: ada(), acsURL: made.service.acsURL }));
    const { api } = organization.admin;
    const team = (await api.put(`/v1/orgs/${organization.id}/teams`, { title: 'Staff' })).body.id as string;
    const defaults = { ssoURL: idp.ssoURL, defaultTeam: team, defaultRole: 'comment' };
    const made = (await api.post(path, settings('Whole way', defaults))).body;
    const { cookie, location } = await begin(`${made.service.startURL}?next=s/abc%3Fx=1`);
    const form = readForm(await (await fetch(location)).text());
    await idp.stop();
    expect(form.action).toBe(made.service.acsURL);
    const answer = await postForm(form.action, new URLSearchParams(form).toString(), cookie);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/base/app/s/abc?x=1']);
    const header = answer.headers.get('set-cookie') ?? '';
    expect(header).toMatch(/^bindery_session=bdy_\w+; .*Path=\/base\/app; .*HttpOnly; Secure; SameSite=Lax/);
    const me = as(cookieOf(answer).split('=')[1] ?? '');

    const user = (await me.get('/v1/user')).body;
    expect(user).toMatchObject({ email: 'ada@example.com', displayName: 'Ada Lovelace' });
    const member = await me.get(`/v1/orgs/${organization.id}/members/${user.id}`);
    expect(member.body).toMatchObject({ role: 'comment', sso: true, teams: 1 });
    expect((await test.app.get(Users).getUser(user.id)).emailVerifiedAt).toBeNull();
    expect((await api.get(`${path}/${made.id}`)).body.status).toBe('active');
    expect(await auditActions(made.id)).toContain('saml-provider.activated');
    expect(await auditActions(user.id)).toContain('member.added');

    // The session counts in this organization alone, whatever else the user belongs to.
    const elsewhere = await buildOrganization(test);
    await test.dataSource.query(
      `insert into organization_members (organization_id, user_id, role, disabled, sso, joined_at) values ($1, $2, 'admin', false, false, now())`,
      [elsewhere.id, user.id],
    );
    expect((await me.get(`/v1/orgs/${elsewhere.id}`)).status).toBe(404);
    expect((await me.get('/v1/orgs')).body.items.map((item: { id: string }) => item.id)).toEqual([
      organization.id,
    ]);
    expect((await api.delete(`${path}/${made.id}`)).status).toBe(204);
    expect((await me.get('/v1/user')).status).toBe(401);
  });

  it('the sign-in finds members by their address first, then by the NameID of the provider', async () => {
    const member = await organization.member('review');
    const first = await signIn({ nameId: 'lasting', email: member.email.toUpperCase() });
    expect((await as(first.session).get('/v1/user')).body.id).toBe(member.id);
    const again = await signIn({ nameId: 'lasting', email: 'renamed@example.com' });
    expect((await as(again.session).get('/v1/user')).body.id).toBe(member.id);
    const listed = await organization.admin.api.get(`/v1/orgs/${organization.id}/members/${member.id}`);
    expect(listed.body).toMatchObject({ role: 'review', sso: false });
    expect((await member.api.get('/v1/user')).status).toBe(200);
    await test.dataSource.query('update organization_members set disabled = true where user_id = $1', [
      member.id,
    ]);
    const { answer } = await signIn({ nameId: 'lasting', email: member.email });
    expect([answer.status, await answer.text()]).toEqual([
      403,
      expect.stringContaining('disabled your membership'),
    ]);
    expect((await as(first.session).get(`/v1/orgs/${organization.id}`)).status).toBe(404);
    // Another provider may mean somebody else by the same name.
    const one = `${path}/${provider.id}`;
    await organization.admin.api.patch(one, { entityID: 'urn:other' });
    await organization.admin.api.patch(one, { entityID: ISSUER });
    const stranger = await signIn({ nameId: 'lasting', email: 'stranger@example.com' });
    expect((await as(stranger.session).get('/v1/user')).body.id).not.toBe(member.id);
  });

  it('the sign-in takes the address from the NameID where there is no attribute, and refuses users without one', async () => {
    const { session } = await signIn({ nameId: 'Name@Example.com' });
    expect((await as(session).get('/v1/user')).body.email).toBe('name@example.com');
    const { answer } = await signIn({ nameId: 'no-address' });
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('no mail address')]);
    const passing = { nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' };
    await signIn({ nameId: 'passing', email: 'one@example.com' }, provider, passing);
    const other = await signIn({ nameId: 'passing', email: 'two@example.com' }, provider, passing);
    expect((await as(other.session).get('/v1/user')).body.email).toBe('two@example.com');
  });

  it('the session ends at the time that the provider sets', async () => {
    const { inResponseTo, cookie } = await begin(provider.service.startURL);
    const end = new Date(test.clock.now().getTime() + 10 * MINUTE).toISOString();
    const xml = await respondAltered({ ...provider.service, inResponseTo }, ada('short'), (text) =>
      text.replace('<saml:AuthnStatement', `<saml:AuthnStatement SessionNotOnOrAfter="${end}"`),
    );
    const answer = await post(provider.service.acsURL, xml, cookie);
    expect(answer.headers.get('set-cookie')).toContain(`Expires=${new Date(end).toUTCString()}`);
    const session = as(cookieOf(answer).split('=')[1] ?? '');
    const [token] = (await session.get('/v1/user/tokens')).body.items;
    expect(token.expiresAt).toBe(end);
  });

  it('the sign-in may begin at the provider only where that is allowed', async () => {
    const { api } = organization.admin;
    const { service } = provider;
    const unasked = () => respond(service, ada('unasked'));
    const refused = await post(service.acsURL, await unasked(), '', 's/abc');
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('turned off')]);
    await api.patch(`${path}/${provider.id}`, { idpInitiated: true });
    const xml = await unasked();
    const taken = await post(service.acsURL, xml, '', 's/abc');
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/base/app/s/abc']);
    const replayed = await post(service.acsURL, xml);
    expect([replayed.status, await replayed.text()]).toEqual([403, expect.stringContaining('used before')]);
    const astray = await post(service.acsURL, await unasked(), '', 'https://evil.example/');
    expect(astray.headers.get('location')).toBe('/base/app');
    await api.patch(`${path}/${provider.id}`, { idpInitiated: false });
  });
});

describe('a response of a provider is refused', () => {
  const victim = ada('victim');
  const rows = refusedResponses(victim, ada('wrapper'));
  let service: Service;
  let cookie: string;

  beforeAll(async () => {
    const begun = await begin(provider.service.startURL);
    cookie = begun.cookie;
    service = { ...provider.service, inResponseTo: begun.inResponseTo };
  });

  it.each(rows)('$name', async ({ reason, make }) => {
    const answer = await post(service.acsURL, await make(service), cookie);
    expect([answer.status, alertOf(await answer.text())]).toEqual([403, expect.stringContaining(reason)]);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it('from another browser, at the address of another provider, and in another form', async () => {
    const xml = await respond(service, victim);
    expect((await post(service.acsURL, xml, '')).status).toBe(403);
    expect((await post(service.acsURL, xml, `bindery_sso=${'x'.repeat(40)}`)).status).toBe(403);
    const { api } = organization.admin;
    const twin = (await api.post(path, settings('Twin'))).body;
    expect((await post(twin.service.acsURL, xml, cookie)).status).toBe(403);
    const toTwin = await respond({ ...twin.service, inResponseTo: service.inResponseTo }, victim);
    expect((await post(twin.service.acsURL, toTwin, cookie)).status).toBe(403);
    await api.delete(`${path}/${twin.id}`);
    const SAMLResponse = Buffer.from(xml).toString('base64');
    expect(
      (await postForm(service.acsURL, JSON.stringify({ SAMLResponse }), cookie, 'application/json')).status,
    ).toBe(415);
    expect((await postForm(service.acsURL, 'RelayState=x', cookie)).status).toBe(400);
    expect(await postTooMuch(local(service.acsURL))).toBe(413);
    expect((await fetch(local(service.acsURL))).status).toBe(404);
  });

  it('more than a minute too early or too late', async () => {
    const xml = await respond(service, victim);
    test.clock.advance(-2 * MINUTE);
    const early = await post(service.acsURL, xml, cookie);
    expect(await early.text()).toContain('not valid yet');
    test.clock.advance(8 * MINUTE + 2000);
    const late = await post(service.acsURL, xml, cookie);
    expect(await late.text()).toContain('has expired');
    test.clock.advance(-6 * MINUTE - 2000);
  });

  it('when it is repeated or its request has expired, though it was accepted before', async () => {
    const xml = sign(await respond(service, victim), 'Response');
    expect((await post(service.acsURL, xml, cookie)).status).toBe(303);
    const again = await post(service.acsURL, xml, cookie);
    expect([again.status, await again.text()]).toEqual([403, expect.stringContaining('used before')]);
    const begun = await begin(provider.service.startURL);
    test.clock.advance(16 * MINUTE);
    const slow = await respond({ ...service, inResponseTo: begun.inResponseTo }, victim, {
      lifetimeInSeconds: 3600,
    });
    expect((await post(service.acsURL, slow, begun.cookie)).status).toBe(403);
    await test.app.get(SamlJobs).check();
    const [{ count }] = await test.dataSource.query('select count(*)::int as count from saml_requests');
    expect(count).toBe(0);
    test.clock.advance(-16 * MINUTE);
  });
});

describe('single sign-on that is required', () => {
  it('the organization admits only its users and administrators with a token made by hand, and keeps its last provider', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const saml = `/v1/orgs/${own.id}/saml`;
    const member = await own.member('edit');
    const made = (await api.post(saml, settings('Only', { defaultRole: 'read' }))).body;
    const require = () => api.patch(`/v1/orgs/${own.id}`, { sso: true });
    expect((await require()).status).toBe(400);
    const { session } = await signIn({ nameId: 'm', email: member.email }, made);
    expect((await require()).body.sso).toBe(true);
    expect((await member.api.get(`/v1/orgs/${own.id}`)).status).toBe(404);
    expect((await as(session).get(`/v1/orgs/${own.id}`)).status).toBe(200);
    // Their pages tell members where to go, and nobody else that there is anything.
    const open = async (path: string, cookie: string) =>
      (await fetch(test.baseUrl + path, { headers: { Cookie: `bindery_session=${cookie}` } })).text();
    const wayIn = (next: string) =>
      `/app/sign-in/sso?for=${own.hostname}&amp;next=${encodeURIComponent(next)}`;
    expect(await open('/app/s/x', member.token)).toContain(wayIn('s/x'));
    expect(await open('/app', member.token)).toContain(wayIn(`o/${own.id}`));
    for (const other of [session, organization.admin.token])
      expect(await open(`/app/s/x`, other)).not.toContain('single sign-on');
    expect((await api.get(`/v1/orgs/${own.id}`)).status).toBe(200);
    for (const answer of [
      await api.delete(`${saml}/${made.id}`),
      await api.patch(`${saml}/${made.id}`, { ssoURL: 'https://other.example/' }),
      await api.patch(`${saml}/${made.id}`, { certificate: OTHER_KEYS.cert }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.error.message).toContain('Turn off sso');
    }
    expect((await api.patch(`${saml}/${made.id}`, { label: 'Still' })).body.status).toBe('active');
    const second = (await api.post(saml, settings('Second'))).body;
    expect((await api.delete(`${saml}/${made.id}`)).status).toBe(409);
    await signIn({ nameId: 'm', email: member.email }, second);
    expect((await api.delete(`${saml}/${made.id}`)).status).toBe(204);
    await api.patch(`/v1/orgs/${own.id}`, { sso: false });
    const bound = await api.post(`/v1/orgs/${own.id}/members/${member.id}/sso`, {});
    expect(bound.body.sso).toBe(true);
    expect((await member.api.get(`/v1/orgs/${own.id}`)).status).toBe(404);
    // With the last provider goes the duty to come through it; nobody stays outside for good.
    expect((await api.delete(`${saml}/${second.id}`)).status).toBe(204);
    expect((await member.api.get(`/v1/orgs/${own.id}`)).status).toBe(200);
  });

  it('the sign-in of the organization is found by the mail domain or the hostname', async () => {
    const domain = `${organization.hostname}.example.org`;
    await organization.admin.api.patch(`/v1/orgs/${organization.id}`, { emailDomains: [domain] });
    const find = (who: { email: string } | { hostname: string }) =>
      test.app.get(SsoSignIn).find({ ...who, next: 's/x' });
    const startURL = `${provider.service.startURL}?next=s%2Fx`;
    for (const who of [{ email: `Somebody@${domain}` }, { hostname: organization.hostname }])
      expect(await find(who)).toContainEqual({ label: 'Company', host: 'idp.example', startURL });
    expect(await find({ email: `a@${domain}.evil.example` })).toEqual([]);
    expect(await find({ hostname: 'nobody' })).toEqual([]);
  });
});

describe('a program with a code of single sign-on', () => {
  it('the program signs in once with a code that its user saw, and can do what the session can do', async () => {
    const { session } = await signIn(ada('terminal'));
    const Cookie = `bindery_session=${session}`;
    const body = await ownForm(test.baseUrl, Cookie);
    const show = (method: string) =>
      fetch(`${test.baseUrl}/app/cli`, { method, headers: { Cookie }, ...(method === 'POST' && { body }) });
    expect(await (await show('GET')).text()).toContain('Show a code');
    const codeOf = async () =>
      /<code>((?:\w{4}-){4}\w{4})<\/code>/.exec(await (await show('POST')).text())?.[1] ?? '';
    const code = await codeOf();
    const exchange = (text: string) => test.api.post('/v1/sso/token', { code: text });
    const made = await exchange(code);
    expect(made.status).toBe(201);
    expect(made.body.organization).toBe(organization.id);
    const program = test.api.as(made.body.token);
    expect((await program.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
    const listed = (await program.get('/v1/user/tokens')).body.items;
    const [browser] = listed.filter((item: { label: string }) => item.label === 'Browser session');
    expect(made.body.expiresAt).toBe(browser.expiresAt);
    expect((await exchange(code)).status).toBe(400);
    const late = await codeOf();
    test.clock.advance(5 * MINUTE + 1);
    expect((await exchange(late)).status).toBe(400);
    test.clock.advance(-5 * MINUTE - 1);
    let printed = '';
    const streams = { out: { write: (text: string) => (printed += text) }, err: { write: () => undefined } };
    expect(await runCli(['login', '--url', test.baseUrl, '--code', await codeOf()], streams)).toBe(0);
    const second = test.api.as(printed.trim());
    expect((await second.get('/v1/user')).status).toBe(200);
    const orphaned = await codeOf();
    // Revoking the session must end everything that began in it.
    await program.delete(`/v1/user/tokens/${browser.id}`);
    expect((await exchange(orphaned)).status).toBe(400);
    for (const api of [program, second]) expect((await api.get('/v1/user')).status).toBe(401);
    const anonymous = await fetch(`${test.baseUrl}/app/cli`, { redirect: 'manual' });
    expect(anonymous.headers.get('location')).toBe('/base/app/sign-in?next=cli');
  });
});

it('the service describes itself in its metadata', async () => {
  const answer = await fetch(local(provider.service.entityID));
  expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
  const xml = await answer.text();
  for (const text of [`entityID="${provider.service.entityID}"`, 'WantAssertionsSigned="true"'])
    expect(xml).toContain(text);
  expect(xml).toContain(`Location="${provider.service.acsURL}"`);
  const later = (await organization.admin.api.post(path, { label: 'Later' })).body;
  expect((await fetch(local(later.service.entityID))).status).toBe(200);
  expect((await fetch(local(later.service.entityID).replace(later.id, 'none'))).status).toBe(404);
});

async function auditActions(targetId: string): Promise<string[]> {
  const rows = await test.dataSource.query<{ action: string }[]>(
    'select action from audit_events where target_id = $1 order by occurred_at, id',
    [targetId],
  );
  return rows.map((row) => row.action);
}

const alertOf = (page: string) => /role="alert">([^<]*)/.exec(page)?.[1];

/** The connection is not reused: the server closes it, as it does not read on. */
function postTooMuch(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const outgoing = httpRequest(url, { method: 'POST', headers, agent: false }, (answer) => {
      resolve(answer.statusCode);
      outgoing.destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(`SAMLResponse=${'x'.repeat(600_000)}`);
  });
}

it('one network cannot pile up sign-in requests', async () => {
  const count = async () => {
    const [row] = await test.db.query<{ count: number }>('select count(*)::int as count from saml_requests');
    return row?.count;
  };
  const limits = test.app.get(SignInLimits);
  // Another quarter of an hour: what other tests took does not count.
  test.clock.advance(15 * MINUTE);
  for (let taken = 0; taken < 500; taken++) limits.takeSingleSignOn('127.0.0.1');
  const before = await count();
  const answer = await fetch(local(provider.service.startURL), { redirect: 'manual' });
  expect([answer.status, await count()]).toEqual([429, before]);
  test.clock.advance(15 * MINUTE);
  expect((await fetch(local(provider.service.startURL), { redirect: 'manual' })).status).toBe(303);
});
