import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Passwords, SignInLinks, Users } from '../src/modules/users/index.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { ownForm } from './support/form-token.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const HOUR = 3_600_000;
const GOOD = 'violet kettle under seven bridges';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
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
const location = (response: Response) => response.headers.get('location');
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
    expect(await passwords.matches(null, text)).toBe(false);
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
