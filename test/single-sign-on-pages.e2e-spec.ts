import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Users } from '../src/modules/users/index.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import {
  CERTIFICATE,
  ISSUER,
  OTHER_KEYS,
  type Person,
  respond,
  type Service,
} from './support/identity-provider.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { CLIENT, type OidcServer, startOidcServer } from './support/oidc-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let server: OidcServer;
let organization: TestOrganization;
let admin: MemberBrowser;
let root: string;

beforeAll(async () => {
  test = await shareTestApp();
  server = await startOidcServer({});
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  root = `/app/o/${organization.id}/settings/sign-in`;
});

afterAll(async () => {
  await server.close();
  await test.close();
});

const local = (url: string) => url.replace(test.config.publicUrl, test.baseUrl);
const cookieOf = (answer: Response) => (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
const visit = (url: string, Cookie = '', headers: Record<string, string> = {}) =>
  fetch(local(url), { redirect: 'manual', headers: { Cookie, ...headers } });
const pathOf = (answer: Response) => new URL(answer.headers.get('location') ?? '', test.baseUrl).pathname;

async function add(kind: string, label = 'Company <b>', by = admin, at = root): Promise<string> {
  const made = await by.post(`${at}/new`, { do: 'add', kind, label });
  expect([made.status, made.status === 303 ? '' : await made.text()]).toEqual([303, '']);
  return pathOf(made);
}

const idIn = (page: string) => page.split('/').at(-1) ?? '';
const settings = () => ({
  do: 'save',
  label: 'Company <b>',
  issuer: server.issuer,
  clientID: CLIENT.clientID,
  clientSecret: CLIENT.clientSecret,
  role: 'edit',
  team: '',
});

/** Sets a provider of OpenID Connect up, as far as the test. */
async function setUp(
  by = admin,
  at = root,
): Promise<{ page: string; id: string; test: string; start: string }> {
  const page = await add('other', 'Company <b>', by, at);
  const saved = await by.post(page, settings());
  expect([saved.status, saved.headers.get('location')]).toEqual([303, `${page}?kind=other&done=save`]);
  const id = idIn(page);
  const sso = `${test.config.publicUrl}/app/sso/oidc/${id}`;
  return { page, id, test: `${sso}/test`, start: `${sso}/start` };
}

let people = 0;
function person(claims: Record<string, unknown> = {}): { login: string; email: string } {
  people += 1;
  const login = `tester-${people}`;
  const email = `${login}@pages.example`;
  server.accounts[login] = { email, email_verified: true, name: 'Ada <i>', ...claims };
  return { login, email };
}

/** Tests from beginning to end. @returns the answer at the end, and the page of the outcome. */
async function runTest(url: string, login: string, by = admin) {
  const begun = await visit(url, by.cookie);
  expect(begun.status).toBe(303);
  const back = await server.signIn(begun.headers.get('location') ?? '', login);
  const cookie = cookieOf(begun);
  const answer = await visit(back, `${cookie}; ${by.cookie}`);
  return { answer, back, cookie, outcome: answer.status === 303 ? pathOf(answer) : '' };
}

describe('setting OpenID Connect up in the browser', () => {
  it('is off until a test went well, which signs nobody in and changes nothing', async () => {
    expect(await admin.read(root)).toContain('Members do not sign in with an account of your company yet');
    const one = await setUp();
    const view = await admin.read(one.page);
    expect(view).toContain(`value="${test.config.publicUrl}/app/sso/oidc/${one.id}/callback"`);
    for (const hidden of [CLIENT.clientSecret, '<b>Company', 'Company <b>'])
      expect(view).not.toContain(hidden);
    expect((await visit(one.start)).status).toBe(403);
    expect((await admin.post(one.page, { do: 'switch-on' })).status).toBe(409);

    const { login, email } = person();
    const { answer, outcome } = await runTest(one.test, login);
    expect([answer.headers.get('set-cookie'), answer.headers.get('location')]).toEqual([
      null,
      expect.not.stringContaining('code='),
    ]);
    const text = await admin.read(outcome);
    for (const words of [
      'The test went well',
      email,
      ', verified',
      'a new member would be made',
      'role edit',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('Ada <i>');
    expect(await test.app.get(Users).findUserByEmail(email)).toBeNull();
    expect((await organization.admin.api.get('/v1/user')).status).toBe(200);
    // Nothing counts before the switch.
    expect((await visit(one.start)).status).toBe(403);
    expect((await admin.post(outcome, { do: 'switch-on' })).headers.get('location')).toBe(
      `${one.page}?done=switch-on`,
    );
    expect((await visit(one.start)).status).toBe(303);
    expect(await admin.read(root)).toMatch(/Company &lt;b>[\s\S]*OpenID Connect[\s\S]*>On</);
    const log = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`);
    expect(log.text).toContain('oidc-provider.tested');
  });

  it('says who is found, and why somebody is refused', async () => {
    const one = await setUp();
    const member = await organization.member('edit');
    const read = async (claims: Record<string, unknown>) =>
      admin.read((await runTest(one.test, person(claims).login)).outcome);
    expect(await read({ email: member.email })).toContain('found by the mail address');
    const unverified = await read({ email: member.email, email_verified: false });
    for (const words of ['did not go well', ', not verified', 'email_verified'])
      expect(unverified).toContain(words);
    expect(unverified).not.toContain('value="switch-on"');
    expect(await read({ email: 'none' })).toContain('gave no mail address');
    // Of an account elsewhere in the installation, nothing is told.
    const stranger = await buildUser(test);
    const elsewhere = await read({ email: stranger.email, name: undefined });
    expect(elsewhere).toContain('a new member would be made');
    const known = await test.app.get(Users).findUserByEmail(stranger.email);
    expect(elsewhere).not.toContain(known?.id);
    const rows = await test.db.query('select 1 from oidc_identities where provider_id = $1', [one.id]);
    expect(rows).toEqual([]);
  });

  it('asks for a new test after a change, and switches off what is another provider then', async () => {
    const one = await setUp();
    await runTest(one.test, person().login);
    await admin.post(one.page, { ...settings(), clientSecret: 'another-secret' });
    expect(await admin.read(one.page)).toContain('The settings are others than in the last test');
    expect((await admin.post(one.page, { do: 'switch-on' })).status).toBe(409);
    await admin.post(one.page, settings());
    await runTest(one.test, person().login);
    expect((await admin.post(one.page, { do: 'switch-on' })).status).toBe(303);
    await admin.post(one.page, { ...settings(), label: 'Renamed', clientSecret: '' });
    expect((await visit(one.start)).status).toBe(303);
    await admin.post(one.page, { ...settings(), clientID: 'another' });
    expect((await visit(one.start)).status).toBe(403);
    const api = `/v1/orgs/${organization.id}/oidc/${one.id}`;
    expect((await organization.admin.api.get(api)).body).toMatchObject({ enabled: false, status: 'pending' });
    for (const body of [{ enabled: true }, { status: 'active' }])
      expect((await organization.admin.api.patch(api, body)).status).toBe(409);
  });

  it('says at once what is wrong with an issuer, and keeps what was typed', async () => {
    const page = await add('keycloak');
    for (const [issuer, words] of [
      ['http://127.0.0.1:1', 'cannot be asked'],
      [`${server.issuer}/realms/none`, 'no configuration of OpenID Connect'],
      [server.issuer.replace('127.0.0.1', 'localhost'), `calls itself ${server.issuer}`],
    ] as const) {
      const refused = await admin.post(page, { ...settings(), issuer, clientID: 'typed-"id"' });
      const text = await refused.text();
      expect([refused.status, text]).toEqual([400, expect.stringContaining(words)]);
      expect(text).toContain('value="typed-&quot;id&quot;"');
      expect(text).not.toContain(CLIENT.clientSecret);
    }
  });

  it('shows the outcome in the session of the test alone, and takes an answer once', async () => {
    const one = await setUp();
    const again = await startMemberBrowser(test, organization.admin.token);
    const other = await buildOrganization(test);
    const stranger = await startMemberBrowser(test, other.admin.token);
    const { login } = person();
    const { outcome, back, cookie } = await runTest(one.test, login);
    for (const [browser, status] of [
      [again, 404],
      [stranger, 404],
    ] as const)
      expect((await browser.open(outcome)).status).toBe(status);
    expect((await stranger.open(outcome.replace(organization.id, other.id))).status).toBe(404);
    expect((await visit(back, `${cookie}; ${admin.cookie}`)).status).toBe(403);

    // In another browser, or another session, a test does not come to its end.
    for (const own of [
      (mine: string) => `${mine}; ${again.cookie}`,
      (mine: string) => mine,
      () => admin.cookie,
    ]) {
      const begun = await visit(one.test, admin.cookie);
      const to = await server.signIn(begun.headers.get('location') ?? '', login);
      const answer = await visit(to, own(cookieOf(begun)));
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
    }
    // Pages of others begin none.
    expect((await visit(one.test, admin.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('is for administrators of the organization, with their own providers', async () => {
    const one = await setUp();
    const saml = await add('saml');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const other = await buildOrganization(test);
    const stranger = await startMemberBrowser(test, other.admin.token);
    for (const path of [root, `${root}/new`, one.page, saml]) {
      expect([path, (await reader.open(path)).status, (await stranger.open(path)).status]).toEqual([
        path,
        403,
        404,
      ]);
      const form = { do: 'delete', kind: 'other', label: 'x' };
      expect([
        path,
        (await reader.post(path, form)).status,
        (await stranger.post(path, form)).status,
      ]).toEqual([path, 403, 404]);
    }
    const theirs = `/app/o/${other.id}/settings/sign-in`;
    for (const path of [`${theirs}/oidc/${one.id}`, `${theirs}/saml/${idIn(saml)}`])
      expect((await stranger.open(path)).status).toBe(404);
    expect((await visit(one.test, stranger.cookie)).status).toBe(404);
    expect((await visit(`${test.config.publicUrl}/app/sso/${idIn(saml)}/test`, stranger.cookie)).status).toBe(
      404,
    );
    expect((await visit(one.test, reader.cookie)).status).toBe(403);
    expect((await admin.post(`${root}/new`, { do: 'add', kind: 'none', label: 'x' })).status).toBe(400);
  });
});

describe('who would be shut out', () => {
  /** An organization whose only administrator comes in through its provider. */
  async function bound() {
    const one = await buildOrganization(test);
    const by = await startMemberBrowser(test, one.admin.token);
    const at = `/app/o/${one.id}/settings/sign-in`;
    const provider = await setUp(by, at);
    const { outcome } = await runTest(provider.test, person().login, by);
    await by.post(outcome, { do: 'switch-on' });
    const login = person().login;
    const begun = await visit(provider.start);
    const back = await server.signIn(begun.headers.get('location') ?? '', login);
    const signedIn = await visit(back, cookieOf(begun));
    return { one, by, at, provider, session: cookieOf(signedIn) };
  }

  it('says how many members and sessions rely on a provider, and that members stay', async () => {
    const { by, provider, session } = await bound();
    const text = await by.read(provider.page);
    for (const words of [
      '1 member comes in only through single sign-on, and cannot come in until it is on again',
      'sign in as everybody else from then on',
      'One session or token',
    ])
      expect(text).toContain(words);
    expect((await by.post(provider.page, { do: 'switch-off' })).status).toBe(303);
    const me = await visit(`${test.config.publicUrl}/app/profile`, session);
    expect(me.status).toBe(303);
    expect((await by.post(provider.page, { do: 'switch-on' })).status).toBe(303);
    const deleted = await by.post(provider.page, { do: 'delete' });
    expect(deleted.headers.get('location')).toContain('?deleted');
  });

  it('the last administrator is not locked out', async () => {
    const { one, by, at, provider } = await bound();
    await test.db.query('update user_tokens set scopes = $2 where user_id = $1 and not is_session', [
      one.admin.id,
      ['organization:read'],
    ]);
    const text = await by.read(provider.page);
    expect(text).toContain('You have no other way in yourself');
    for (const action of ['switch-off', 'delete']) {
      const refused = await by.post(provider.page, { do: action });
      expect([refused.status, await refused.text()]).toEqual([
        409,
        expect.stringContaining('No administrator could come in without this provider'),
      ]);
    }
    await test.db.query('insert into user_passwords (user_id, hash, changed_at) values ($1, $2, now())', [
      one.admin.id,
      'x',
    ]);
    Object.assign(test.config, { passwordSignIn: true });
    expect((await by.post(provider.page, { do: 'switch-off' })).status).toBe(303);
    // A session by password would not count any more.
    await by.post(provider.page, { do: 'switch-on' });
    await test.db.query(`update user_tokens set proof = 'password' where user_id = $1 and is_session`, [
      one.admin.id,
    ]);
    const locked = await by.post(at, { do: 'require' });
    expect([locked.status, await locked.text()]).toEqual([409, expect.stringContaining('lock yourself out')]);
    await test.db.query(`update user_tokens set proof = 'token' where user_id = $1 and is_session`, [
      one.admin.id,
    ]);
    expect((await by.post(at, { do: 'require' })).status).toBe(303);
    const kept = await by.post(provider.page, { do: 'switch-off' });
    expect([kept.status, await kept.text()]).toEqual([409, expect.stringContaining('Turn off sso')]);
    expect((await by.post(at, { do: 'release' })).status).toBe(303);
  });
});

describe('setting SAML up in the browser', () => {
  const bare = CERTIFICATE.replace(/-----[^-]+-----|\s/g, '');
  const metadata = (more = '') => `<?xml version="1.0"?>
    <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ISSUER}">
      <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"${more}>
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
          <ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
      </md:IDPSSODescriptor>
    </md:EntityDescriptor>`;

  const serviceOf = (id: string): Service => ({
    acsURL: `${test.config.publicUrl}/app/sso/${id}/acs`,
    entityID: `${test.config.publicUrl}/app/sso/${id}/metadata`,
  });

  async function beginTest(id: string) {
    const begun = await visit(`${test.config.publicUrl}/app/sso/${id}/test`, admin.cookie);
    expect(begun.status).toBe(303);
    const asked = new URL(begun.headers.get('location') ?? '').searchParams;
    const xml = inflateRawSync(Buffer.from(asked.get('SAMLRequest') ?? '', 'base64')).toString();
    const [, inResponseTo = ''] = /\bID="([^"]+)"/.exec(xml) ?? [];
    return { inResponseTo, relayState: asked.get('RelayState') ?? '' };
  }

  function send(id: string, xml: string, RelayState: string): Promise<Response> {
    const SAMLResponse = Buffer.from(xml).toString('base64');
    const body = new URLSearchParams({ SAMLResponse, RelayState });
    return fetch(local(serviceOf(id).acsURL), { method: 'POST', redirect: 'manual', body });
  }

  async function runSamlTest(id: string, who: Person, options: object = {}) {
    const { inResponseTo, relayState } = await beginTest(id);
    const xml = await respond({ ...serviceOf(id), inResponseTo }, who, options);
    const answer = await send(id, xml, relayState);
    return { answer, xml, relayState, outcome: answer.status === 303 ? pathOf(answer) : '' };
  }

  it('takes metadata, shows certificates, and is tested before it counts', async () => {
    const page = await add('saml');
    const id = idIn(page);
    const taken = await admin.post(page, { do: 'metadata', address: '', xml: metadata() });
    expect(taken.headers.get('location')).toBe(`${page}?done=metadata`);
    const view = await admin.read(page);
    for (const words of [
      serviceOf(id).acsURL,
      serviceOf(id).entityID,
      ISSUER,
      'https://idp.example/sso',
      'Fingerprint',
    ])
      expect(view).toContain(words);
    const start = `${test.config.publicUrl}/app/sso/${id}/start`;
    expect((await visit(start)).status).toBe(403);

    const who = { nameId: 'grace-id', email: 'grace@pages.example' };
    const { answer, xml, relayState, outcome } = await runSamlTest(id, who);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
    const text = await admin.read(outcome);
    for (const words of [
      'The test went well',
      'grace@pages.example',
      'grace-id',
      'a new member would be made',
    ])
      expect(text).toContain(words);
    expect(await test.app.get(Users).findUserByEmail(who.email)).toBeNull();
    // Neither again, nor as a sign-in.
    expect((await send(id, xml, relayState)).status).toBe(403);
    expect((await admin.post(outcome, { do: 'switch-on' })).status).toBe(303);
    expect((await send(id, xml, relayState)).status).toBe(403);
    expect((await visit(start)).status).toBe(303);
  });

  it('tells in the test what is wrong with an answer', async () => {
    const page = await add('saml');
    const id = idIn(page);
    await admin.post(page, { do: 'metadata', address: '', xml: metadata() });
    const who = { nameId: 'alan-id', email: 'alan@pages.example' };
    for (const [options, words] of [
      [{ signAssertion: false }, 'not signed'],
      [{ ...OTHER_KEYS }, 'signature does not hold'],
      [{ audience: 'another' }, 'another audience'],
    ] as const) {
      const { outcome } = await runSamlTest(id, who, options);
      const text = await admin.read(outcome);
      expect([text.includes('did not go well'), text]).toEqual([true, expect.stringContaining(words)]);
    }
    expect((await admin.post(page, { do: 'switch-on' })).status).toBe(409);
  });

  it.each([
    ['nothing', '  ', 'give its address'],
    ['no XML', 'metadata', 'not well-formed'],
    [
      'entities',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${metadata().replace(/<\?xml.*?\?>/, '')}`,
      'document type',
    ],
    ['signed requests', metadata(' WantAuthnRequestsSigned="true"'), 'wants signed requests'],
    ['too much', metadata().replace('<md:IDP', `<!--${'x'.repeat(300_000)}--><md:IDP`), 'too large'],
    [
      'another role',
      metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'),
      'describes no identity provider',
    ],
    ['no redirect', metadata().replace('HTTP-Redirect', 'HTTP-POST'), 'HTTP-Redirect'],
    [
      'no certificate',
      metadata().replace(/<md:KeyDescriptor[\s\S]*<\/md:KeyDescriptor>/, ''),
      'no signing certificate',
    ],
    ['a bad certificate', metadata().replace(bare, 'AAAA'), 'certificate'],
    ['a script', metadata().replace('https://idp.example/sso', 'javascript:alert(1)'), 'ssoURL'],
  ])('refuses metadata with %s', async (_, xml, words) => {
    const page = await add('saml');
    const refused = await admin.post(page, { do: 'metadata', address: '', xml });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(words)]);
  });

  it('takes a file, an address only with https, and settings by hand', async () => {
    const page = await add('saml');
    const sent = await admin.send(page, [{ name: 'idp.xml', content: metadata(), type: 'text/xml' }], {
      do: 'upload',
    });
    expect(sent.headers.get('location')).toBe(`${page}?done=upload`);
    const plain = await admin.post(page, { do: 'metadata', address: 'http://idp.example/metadata', xml: '' });
    expect([plain.status, await plain.text()]).toEqual([400, expect.stringContaining('https://')]);
    const certificate = `${CERTIFICATE}\n${OTHER_KEYS.cert}`;
    const by = {
      do: 'save',
      label: 'By hand',
      role: 'guest',
      team: '',
      certificate,
      ssoURL: '',
      entityID: '',
    };
    expect((await admin.post(page, by)).status).toBe(303);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/saml/${idIn(page)}`);
    expect([body.label, body.entityID, body.certificates.length]).toEqual(['By hand', ISSUER, 2]);
    const bad = await admin.post(page, { ...by, certificate: 'none' });
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('certificate must be')]);
  });
});
