import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { inRequest } from '../src/platform/logging/context.js';
import { Passwords, Sessions, SignInLinks, Users } from '../src/modules/users/index.js';
import * as hashes from '../src/modules/users/sign-in/password-hash.js';
import { buildOrganization, buildToken, type TestOrganization } from './support/factories.js';
import { ownForm } from './support/form-token.js';
import { FormBrowser, location } from './support/sign-in.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const HOUR = 3_600_000;
const GOOD = 'violet kettle under seven bridges';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await buildOrganization(test);
});

const open = (path: string, cookie = '') =>
  fetch(test.baseUrl + path, { redirect: 'manual', headers: { Cookie: cookie } });
const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(test.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: (await ownForm(test.baseUrl, headers['Cookie'] ?? '', form)).toString(),
  });
const sessionOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('bindery_session='))
    ?.split(';')[0] ?? '';
const actionsOf = async (id: string): Promise<string[]> =>
  (
    await test.db.query<{ action: string }>(
      "select action from audit_events where organization_id = $1 and target_type = 'user' order by occurred_at, id",
      [id],
    )
  ).map(({ action }) => action);

describe('a link that was handed over', () => {
  it('signs in once, proves no mail address, and takes the place of earlier ones', async () => {
    const member = await organization.member('edit');
    const links = test.app.get(SignInLinks);
    const first = new URL(await links.create(member.id));
    const url = new URL(await links.create(member.id, { lifetime: HOUR }));
    expect(url.href.startsWith(`${test.config.publicUrl}/app/sign-in/link?`)).toBe(true);
    expect((await open(first.pathname + first.search)).status).toBe(410);
    expect(await (await open(url.pathname + url.search)).text()).toContain(member.email);
    const secret = url.searchParams.get('secret') ?? '';
    const done = await post('/app/sign-in/link', { secret });
    expect([done.status, location(done)]).toEqual([303, '/app/profile/sign-in']);
    expect((await open(`/app/o/${organization.id}`, sessionOf(done))).status).toBe(200);
    expect((await post('/app/sign-in/link', { secret })).status).toBe(410);
    expect((await test.app.get(Users).getUser(member.id)).emailVerifiedAt).toBeNull();
    expect(await actionsOf(organization.id)).toEqual(
      expect.arrayContaining(['user.sign-in-link-created', 'user.signed-in']),
    );
  });

  it('ends after its time', async () => {
    const url = await test.app.get(SignInLinks).create(organization.admin.id, { lifetime: HOUR });
    test.clock.advance(HOUR + 1000);
    const secret = new URL(url).searchParams.get('secret') ?? '';
    expect((await post('/app/sign-in/link', { secret })).status).toBe(410);
  });
});

describe('a new password', () => {
  it.each([
    ['short', 'it needs at least 15'],
    ['😀'.repeat(14), 'has 14 characters'],
    ['passwordpassword', 'easy to guess'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'easy to guess'],
    ['Bindery-2026-Bindery', 'easy to guess'],
    ['x1 '.repeat(400), 'too long'],
  ])('%j is refused', async (password, reason) => {
    await expect(test.app.get(Passwords).set(organization.admin.id, password)).rejects.toThrow(reason);
    expect(await test.app.get(Passwords).changedAt(organization.admin.id)).toBeNull();
  });

  it('must not be the address of its owner', async () => {
    const { id, email } = organization.admin;
    await expect(test.app.get(Passwords).set(id, `${email}1`)).rejects.toThrow('easy to guess');
  });

  it('is stored as a hash with salt, whatever way its letters are composed, and noted', async () => {
    const passwords = test.app.get(Passwords);
    const { id } = organization.admin;
    const text = 'Übermäßig viele Käsestullen';
    await passwords.set(id, text.normalize('NFD'));
    const [kept] = await test.db.query<{ hash: string }>(
      'select hash from user_passwords where user_id = $1',
      [id],
    );
    expect(kept?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches(id, text.normalize('NFC'))).toBe(true);
    expect(await passwords.matches(id, text.replaceAll(' ', '\u00a0'))).toBe(true);
    expect(await passwords.matches(id, text.toLowerCase())).toBe(false);
    expect(await actionsOf(organization.id)).toContain('user.password-set');
  });

  it('gets a new hash with the next sign-in once the parameters changed', async () => {
    const { id } = organization.admin;
    const old = '$argon2id$v=19$m=4096,t=1,p=1$';
    const { hash } = await import('@node-rs/argon2');
    const weak = await hash(GOOD, { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    expect(weak.startsWith(old)).toBe(true);
    await test.app.get(Passwords).set(id, GOOD);
    await test.db.execute('update user_passwords set hash = $2 where user_id = $1', [id, weak]);
    expect(await test.app.get(Passwords).matches(id, GOOD)).toBe(true);
    const [kept] = await test.db.query<{ hash: string }>(
      'select hash from user_passwords where user_id = $1',
      [id],
    );
    expect(kept?.hash).not.toContain(old);
    expect(await test.app.get(Passwords).matches(id, GOOD)).toBe(true);
  });
});

describe('sign-in with a password', () => {
  const signIn = (browser: FormBrowser, email: string, password: string, next = '') =>
    browser.post('/app/sign-in/password', { email, password, next });

  it('asks for the address first, and says the same to everybody', async () => {
    const { email } = organization.admin;
    const browser = new FormBrowser(test.baseUrl);
    const first = await browser.text('/app/sign-in?next=s/x');
    expect(first).toContain('autocomplete="username webauthn"');
    expect(first).not.toContain('type="email" name="email" value="" autocomplete="username"');
    const known = await (await browser.post('/app/sign-in/ways', { email, next: 's/x' })).text();
    const unknown = await (
      await browser.post('/app/sign-in/ways', { email: `x${email}`, next: 's/x' })
    ).text();
    expect(known).toContain('type="password"');
    const same = (text: string) => text.replaceAll(/data-options="[^"]*"/g, '');
    expect(same(unknown).replaceAll(`x${email}`, email)).toBe(same(known));
    expect((await browser.post('/app/sign-in/ways', { email: 'nobody' })).status).toBe(400);
    expect(location(await browser.open('/app/sign-in/ways'))).toBe('/app/sign-in');
  });

  it('lets in, leads on, and refuses everything else in the same words', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    const browser = new FormBrowser(test.baseUrl);
    const right = await signIn(browser, ` ${member.email.toUpperCase()}`, GOOD, `o/${organization.id}`);
    expect([right.status, location(right)]).toEqual([303, `/app/o/${organization.id}`]);
    expect((await browser.open(`/app/o/${organization.id}`)).status).toBe(200);
    expect(
      (await test.app.get(Sessions).find(/bindery_session=([^;]+)/.exec(browser.cookie)?.[1] ?? ''))?.proof,
    ).toBe('password');
    const texts = [];
    for (const [email, password] of [
      [member.email, `${GOOD}.`],
      [`x${member.email}`, GOOD],
      [organization.admin.email, GOOD],
      [member.email, ''],
      [member.email, 'x'.repeat(1001)],
    ] as const) {
      const answer = await signIn(new FormBrowser(test.baseUrl), email, password);
      expect(answer.status).toBe(401);
      expect(answer.headers.getSetCookie()).toEqual([]);
      texts.push((await answer.text()).replaceAll(/data-options="[^"]*"/g, '').replaceAll(email, ''));
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('The mail address or the password is wrong.');
    expect(texts[0]).not.toContain(GOOD);
  });

  it('does the same work also where there is nobody, or no password', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    // Settings of the installation are read once.
    await signIn(new FormBrowser(test.baseUrl), `first-${member.email}`, 'wrong');
    const hashed = vi.spyOn(hashes, 'hasHash');
    const query = Reflect.get(test.db, 'query') as (...given: unknown[]) => Promise<never>;
    const asked: string[] = [];
    vi.spyOn(test.db, 'query').mockImplementation((...given) => {
      // Jobs go on meanwhile.
      if (inRequest()) asked.push(given[0]);
      return query.apply(test.db, given);
    });
    const work = [];
    for (const email of [`nobody-${member.email}`, organization.admin.email, member.email]) {
      hashed.mockClear();
      asked.length = 0;
      expect((await signIn(new FormBrowser(test.baseUrl), email, 'wrong')).status).toBe(401);
      work.push({ sql: asked.toSorted(), line: hashed.mock.calls.map(([, , line]) => line) });
    }
    vi.restoreAllMocks();
    expect(work[0]?.line).toEqual(['strangers']);
    expect(work[1]).toEqual(work[0]);
    expect(work[2]).toEqual(work[0]);
  });

  it.each([
    ['a zero', '\u0000@example.com'],
    ['a zero in its domain', 'a@ex\u0000ample.com'],
    ['nine thousand characters', `${'x'.repeat(9000)}@example.com`],
    ['no part', '@'],
    ['a picture', '💥'],
  ])('has no account for an address with %s', async (_, email) => {
    const browser = new FormBrowser(test.baseUrl);
    for (const name of ['password', 'ways']) {
      const answer = await browser.post(`/app/sign-in/${name}`, { email, password: GOOD });
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('This is not a mail address.'),
      ]);
    }
    const response = JSON.stringify({ id: email });
    expect((await browser.post('/app/sign-in/passkey', { response })).status).not.toBe(500);
    expect((await browser.post('/app/sign-in/link', { secret: email })).status).toBe(410);
    expect((await browser.post('/app/sign-in', { token: email })).status).toBe(401);
    expect((await browser.open(`/app/sign-in/sso?for=${encodeURIComponent(email)}`)).status).toBe(404);
    expect((await browser.open(`/app/sign-in/link?secret=${encodeURIComponent(email)}`)).status).toBe(410);
  });

  it('refuses forms of other sites, and forms that are too long', async () => {
    const { email } = organization.admin;
    const other = await new FormBrowser(test.baseUrl).post(
      '/app/sign-in/password',
      { email, password: GOOD },
      { Origin: 'https://evil.example' },
    );
    expect(other.status).toBe(403);
    const long = await signIn(new FormBrowser(test.baseUrl), email, 'x'.repeat(20_000));
    expect(long.status).toBe(413);
  });

  it('lets wait after wrong tries, longer each time, but not whoever signed in here before', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    const known = new FormBrowser(test.baseUrl);
    expect((await signIn(known, member.email, GOOD)).status).toBe(303);
    const stranger = new FormBrowser(test.baseUrl);
    const statuses = [];
    for (let count = 0; count < 6; count++)
      statuses.push((await signIn(stranger, member.email, `${count}`)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const waits = [];
    for (let count = 0; count < 6; count++) {
      const refused = await signIn(stranger, member.email, GOOD);
      expect(refused.status).toBe(429);
      waits.push(Number(refused.headers.get('retry-after')));
      test.clock.advance(waits.at(-1)! * 1000);
      expect((await signIn(stranger, member.email, 'wrong again')).status).toBe(401);
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900]);
    await known.post('/app/sign-out', {});
    expect((await signIn(known, member.email, GOOD)).status).toBe(303);
    test.clock.advance(900_000);
    expect((await signIn(stranger, member.email, GOOD)).status).toBe(303);
  });

  it('is not there where the installation does not offer it', async () => {
    await test.app.get(Passwords).set(organization.admin.id, GOOD);
    Object.assign(test.config, { passwordSignIn: false });
    try {
      const browser = new FormBrowser(test.baseUrl);
      expect(await browser.text('/app/sign-in')).not.toContain('Mail address');
      expect((await signIn(browser, organization.admin.email, GOOD)).status).toBe(404);
    } finally {
      Object.assign(test.config, { passwordSignIn: true });
    }
  });

  it('opens no organization that requires single sign-on', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    await test.db.execute('update organizations set sso = true where id = $1', [organization.id]);
    const browser = new FormBrowser(test.baseUrl);
    expect((await signIn(browser, member.email, GOOD)).status).toBe(303);
    expect((await browser.open(`/app/o/${organization.id}`)).status).toBe(404);
  });

  it('tells people who forgot it what to do without mail', async () => {
    expect(await new FormBrowser(test.baseUrl).text('/app/sign-in/forgot')).toContain(
      'bindery user password-link',
    );
  });
});

describe('the page with the ways to sign in', () => {
  const HERE = '/app/profile/sign-in';

  async function signedIn(userId: string): Promise<FormBrowser> {
    const browser = new FormBrowser(test.baseUrl);
    const url = new URL(await test.app.get(SignInLinks).create(userId));
    await browser.post('/app/sign-in/link', { secret: url.searchParams.get('secret') ?? '' });
    return browser;
  }

  it('sets a password after a link, and ends the other sessions', async () => {
    const member = await organization.member('edit');
    const other = await signedIn(member.id);
    const browser = await signedIn(member.id);
    expect(await browser.text(HERE)).not.toContain('Present password');
    const bad = await browser.post(HERE, { do: 'set-password', password: 'too short' });
    expect([bad.status, await bad.text()]).toEqual([400, expect.stringContaining('it needs at least 15')]);
    const done = await browser.post(HERE, { do: 'set-password', password: GOOD });
    expect([done.status, location(done)]).toEqual([303, `${HERE}?done=set-password`]);
    expect(location(await other.open('/app'))).toBe('/app/sign-in');
    expect((await browser.open(HERE)).status).toBe(200);
    const again = new FormBrowser(test.baseUrl);
    const next = await again.post('/app/sign-in/password', { email: member.email, password: GOOD });
    expect(next.status).toBe(303);
    expect(await again.text(HERE)).toContain('Present password');
    const wrong = await again.post(HERE, { do: 'set-password', present: 'wrong', password: `${GOOD} more` });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining('present password is wrong'),
    ]);
    const changed = await again.post(HERE, { do: 'set-password', present: GOOD, password: `${GOOD} more` });
    expect(changed.status).toBe(303);
    expect(await actionsOf(organization.id)).toEqual(
      expect.arrayContaining(['user.password-set', 'user.sessions-ended']),
    );
  });

  it('keeps the last way in', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    const browser = await signedIn(member.id);
    const refused = await browser.post(HERE, { do: 'remove-password' });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('This is your only way to sign in.'),
    ]);
    expect(await test.app.get(Passwords).changedAt(member.id)).not.toBeNull();
  });

  it('refuses old sessions, limited tokens, and single sign-on', async () => {
    const member = await organization.member('edit');
    const old = await signedIn(member.id);
    test.clock.advance(HOUR + 1000);
    const late = await old.post(HERE, { do: 'set-password', password: GOOD });
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('Sign in again')]);
    const { token } = await buildToken(test, member.id, ['user:read', 'user:write', 'organization:read']);
    const limited = new FormBrowser(test.baseUrl);
    expect((await limited.post('/app/sign-in', { token })).status).toBe(303);
    expect((await limited.post(HERE, { do: 'set-password', password: GOOD })).status).toBe(403);
    const vouched = await test.app
      .get(Sessions)
      .startFor(member.id, 'saml', { ssoOrganizationId: organization.id });
    const cookie = `bindery_session=${vouched.secret}`;
    const form = { do: 'set-password', password: GOOD };
    expect((await post(HERE, form, { Cookie: cookie })).status).toBe(403);
    expect(await test.app.get(Passwords).changedAt(member.id)).toBeNull();
  });

  it('takes a full token that never ends, as the one of the first start', async () => {
    const browser = new FormBrowser(test.baseUrl);
    await browser.post('/app/sign-in', { token: organization.admin.token });
    expect((await browser.post(HERE, { do: 'set-password', password: GOOD })).status).toBe(303);
  });
});

describe('sessions', () => {
  it('are listed with their browsers, and end one by one or all but one', async () => {
    const member = await organization.member('edit');
    await test.app.get(Passwords).set(member.id, GOOD);
    const agents = [
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'curl/8.9.1',
    ];
    const browsers = [];
    for (const agent of agents) {
      const browser = new FormBrowser(test.baseUrl, { 'User-Agent': agent });
      await browser.post('/app/sign-in/password', { email: member.email, password: GOOD });
      browsers.push(browser);
    }
    const [first, second, third] = browsers as [FormBrowser, FormBrowser, FormBrowser];
    const page = await first.text('/app/profile/sessions');
    for (const words of ['Firefox on Linux', 'Safari on macOS', '127.0.0.1', 'with a password'])
      expect(page).toContain(words);
    expect(page.match(/This session/g)).toHaveLength(1);
    const safari = /aria-label="End: Safari on macOS"/.exec(page)?.index ?? 0;
    const id = /name="session" value="(\w+)"/.exec(page.slice(safari))?.[1] ?? '';
    const stranger = await organization.member('edit');
    const strange = new FormBrowser(test.baseUrl);
    await strange.post('/app/sign-in', { token: stranger.token });
    await strange.post('/app/profile/sessions', { do: 'end', session: id });
    expect(location(await second.open('/app'))).not.toBe('/app/sign-in');
    expect((await first.post('/app/profile/sessions', { do: 'end', session: id })).status).toBe(303);
    expect(location(await second.open('/app'))).toBe('/app/sign-in');
    expect(location(await third.open('/app'))).not.toBe('/app/sign-in');
    await first.post('/app/profile/sessions', { do: 'end-others' });
    expect(location(await third.open('/app'))).toBe('/app/sign-in');
    expect((await first.open('/app/profile/sessions')).status).toBe(200);
    expect(await first.text('/app/tokens')).not.toContain('Browser session');
  });

  it('of a member are ended by administrators, who hand out a link, as far as the account is theirs', async () => {
    const member = await organization.member('edit');
    const here = `/app/o/${organization.id}/people/members/${member.id}/sign-in`;
    const admin = new FormBrowser(test.baseUrl);
    await admin.post('/app/sign-in', { token: organization.admin.token });
    const theirs = new FormBrowser(test.baseUrl);
    await theirs.post('/app/sign-in', { token: member.token });
    expect((await theirs.open(here)).status).toBe(403);
    const foreign = await buildOrganization(test);
    const stranger = new FormBrowser(test.baseUrl);
    await stranger.post('/app/sign-in', { token: foreign.admin.token });
    expect((await stranger.open(here)).status).toBe(404);
    expect((await stranger.post(here, { do: 'make-link' })).status).toBe(404);
    expect((await admin.post(here, { do: 'end-sessions' })).status).toBe(303);
    expect(location(await theirs.open('/app'))).toBe('/app/sign-in');
    const made = await admin.post(here, { do: 'make-link' });
    const secret = /sign-in\/link\?secret=(\w+)/.exec(await made.text())?.[1] ?? '';
    expect((await theirs.post('/app/sign-in/link', { secret })).status).toBe(303);
    await test.app.get(Members).addMember(foreign.id, member.id, 'read');
    expect((await admin.post(here, { do: 'make-link' })).status).toBe(403);
    expect(await admin.text(here)).toContain('An operator of the installation makes a link');
    await theirs.post('/app/sign-in', { token: member.token });
    await admin.post(here, { do: 'end-sessions' });
    expect(location(await theirs.open('/app'))).not.toBe('/app/sign-in');
  });
});
