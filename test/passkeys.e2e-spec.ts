import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Passkeys, SignInLinks } from '../src/modules/users/index.js';
import { type Deviation, SoftwarePasskey } from './support/authenticator.js';
import { buildOrganization, type TestOrganization, type TestUser } from './support/factories.js';
import { FormBrowser, location } from './support/sign-in.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const HERE = '/app/profile/sign-in';
const MINUTE = 60_000;

let test: TestApp;
let organization: TestOrganization;
let member: TestUser;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://localhost:3000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  organization = await buildOrganization(test);
  member = await organization.member('edit');
});

/** A browser in which the user just signed in. */
async function signedIn({ id }: { id: string }): Promise<FormBrowser> {
  const browser = new FormBrowser(test.baseUrl);
  const url = new URL(await test.app.get(SignInLinks).create(id));
  await browser.post('/app/sign-in/link', { secret: url.searchParams.get('secret') ?? '' });
  return browser;
}

/** A passkey that the user added. */
async function addPasskey(browser: FormBrowser, name = 'Laptop'): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(test.config.publicUrl);
  const response = passkey.register(await browser.passkeyOptions(HERE));
  const done = await browser.post(HERE, { do: 'add-passkey', name, response });
  expect([done.status, location(done)]).toEqual([303, `${HERE}?done=add-passkey`]);
  return passkey;
}

const signIn = (browser: FormBrowser, response: string) =>
  browser.post('/app/sign-in/passkey', { response, next: `o/${organization.id}` });

describe('a passkey', () => {
  it('is added under a name, signs in without one, and is removed', async () => {
    const own = await signedIn(member);
    const passkey = await addPasskey(own, 'Laptop & <phone>');
    await addPasskey(own, 'Second');
    expect(await own.text(HERE)).toContain('Laptop &amp; &lt;phone>');
    const browser = new FormBrowser(test.baseUrl);
    const options = await browser.passkeyOptions('/app/sign-in');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const done = await signIn(browser, passkey.signIn(options, member.id));
    expect([done.status, location(done)]).toEqual([303, `/app/o/${organization.id}`]);
    expect(await browser.text('/app/profile/sessions')).toContain('with a passkey');
    const removed = await browser.post(HERE, { do: 'remove-passkey', passkey: passkey.id });
    expect(removed.status).toBe(303);
    const again = passkey.signIn(await browser.passkeyOptions('/app/sign-in'), member.id);
    expect((await signIn(new FormBrowser(test.baseUrl), again)).status).toBe(401);
    const rows = await test.db.query<{ action: string }>(
      "select action from audit_events where organization_id = $1 and action like 'user.passkey%' order by occurred_at, id",
      [organization.id],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'user.passkey-added',
      'user.passkey-added',
      'user.passkey-removed',
    ]);
  });

  it('signs in once with each challenge, which ends', async () => {
    const passkey = await addPasskey(await signedIn(member));
    const browser = new FormBrowser(test.baseUrl);
    const options = await browser.passkeyOptions('/app/sign-in');
    const response = passkey.signIn(options, member.id);
    const tries = await Promise.all([1, 2, 3].map(() => signIn(new FormBrowser(test.baseUrl), response)));
    expect(tries.map(({ status }) => String(status)).sort()).toEqual(['303', '401', '401']);
    // A new answer to the same challenge does not count either.
    expect((await signIn(new FormBrowser(test.baseUrl), passkey.signIn(options, member.id))).status).toBe(
      401,
    );
    const late = await browser.passkeyOptions('/app/sign-in');
    test.clock.advance(31 * MINUTE);
    expect((await signIn(browser, passkey.signIn(late, member.id))).status).toBe(401);
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { host: 'evil.example' }],
    ['nobody verified', { flags: 0x01 }],
    ['nobody present', { flags: 0x00 }],
    ['a counter that went back', { counter: 0 }],
    ['the name of another user', { userHandle: 'somebody' }],
  ] satisfies [string, Deviation][])('does not sign in with %s', async (_, deviation) => {
    const passkey = await addPasskey(await signedIn(member));
    const browser = new FormBrowser(test.baseUrl);
    const first = passkey.signIn(await browser.passkeyOptions('/app/sign-in'), member.id);
    expect((await signIn(browser, first)).status).toBe(303);
    const stranger = new FormBrowser(test.baseUrl);
    const options = await stranger.passkeyOptions('/app/sign-in');
    const refused = await signIn(stranger, passkey.signIn(options, member.id, deviation));
    expect(refused.status).toBe(401);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it('does not sign in with a challenge that was made up, or for something else', async () => {
    const own = await signedIn(member);
    const passkey = await addPasskey(own);
    const forAdding = await own.passkeyOptions(HERE);
    for (const options of [forAdding, { challenge: 'bWFkZSB1cA' }, { challenge: '' }])
      expect((await signIn(new FormBrowser(test.baseUrl), passkey.signIn(options, member.id))).status).toBe(
        401,
      );
    for (const response of [
      '',
      '{',
      '[]',
      'null',
      '{"id":1}',
      '{"id":"x"}',
      JSON.stringify({ id: passkey.id }),
    ])
      expect((await signIn(new FormBrowser(test.baseUrl), response)).status).toBe(401);
  });

  it('is not added by an answer for another user, another site, or twice', async () => {
    const own = await signedIn(member);
    const passkey = await addPasskey(own);
    const stranger = await signedIn(await organization.member('edit'));
    const theirs = new SoftwarePasskey(test.config.publicUrl);
    const add = (browser: FormBrowser, response: string, name = 'x') =>
      browser.post(HERE, { do: 'add-passkey', name, response });
    const ownOptions = await own.passkeyOptions(HERE);
    expect((await add(stranger, theirs.register(ownOptions))).status).toBe(400);
    const strange = await stranger.passkeyOptions(HERE);
    expect((await add(stranger, passkey.register(strange))).status).toBe(409);
    expect((await add(own, theirs.register(ownOptions, { origin: 'http://localhost:3001' }))).status).toBe(
      400,
    );
    expect((await add(own, theirs.register(ownOptions, { flags: 0x01 }))).status).toBe(400);
    expect((await add(own, theirs.register(ownOptions), '')).status).toBe(400);
    expect((await add(own, theirs.register(ownOptions))).status).toBe(303);
    expect((await add(own, new SoftwarePasskey(test.config.publicUrl).register(ownOptions))).status).toBe(
      400,
    );
  });

  it('is removed by nobody else, and stays where it is the last way in', async () => {
    const own = await signedIn(member);
    const passkey = await addPasskey(own);
    const stranger = await signedIn(organization.admin);
    await addPasskey(stranger);
    expect((await stranger.post(HERE, { do: 'remove-passkey', passkey: passkey.id })).status).toBe(404);
    const last = await own.post(HERE, { do: 'remove-passkey', passkey: passkey.id });
    expect([last.status, await last.text()]).toEqual([400, expect.stringContaining('only way to sign in')]);
    expect(await test.app.get(Passkeys).list(member.id)).toHaveLength(1);
  });

  it.each(['http://192.0.2.1:3000', 'http://docs.example.com', 'https://[2001:db8::1]'])(
    'is not offered at %s, where browsers know none',
    async (publicUrl) => {
      const former = test.config.publicUrl;
      Object.assign(test.config, { publicUrl });
      try {
        const browser = new FormBrowser(test.baseUrl);
        expect(await browser.text('/app/sign-in')).not.toContain('data-passkey');
        expect((await signIn(browser, '{}')).status).toBe(404);
      } finally {
        Object.assign(test.config, { publicUrl: former });
      }
    },
  );
});
