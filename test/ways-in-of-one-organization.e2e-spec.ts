import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { Passkeys, Passwords, SignInLinks, Users } from '../src/modules/users/index.js';
import { SoftwarePasskey } from './support/authenticator.js';
import { buildOrganization, type TestOrganization, type TestUser } from './support/factories.js';
import { FormBrowser } from './support/sign-in.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const HERE = '/app/profile/sign-in';
const GOOD = 'violet kettle under seven bridges';

let test: TestApp;
/** The organization whose administrator makes a link, and another one. */
let own: TestOrganization;
let other: TestOrganization;
let member: TestUser;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://localhost:3000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  own = await buildOrganization(test);
  other = await buildOrganization(test);
  member = await own.member('edit');
});

const joinOther = () => test.app.get(Members).addMember(other.id, member.id, 'read');

/** The link that the administrator of `own` made on the page. */
async function handedLink(): Promise<string> {
  const admin = new FormBrowser(test.baseUrl);
  await admin.post('/app/sign-in', { token: own.admin.token });
  const page = `/app/o/${own.id}/people/members/${member.id}/sign-in`;
  const made = await (await admin.post(page, { do: 'make-link' })).text();
  return /sign-in\/link\?secret=(\w+)/.exec(made)?.[1] ?? '';
}

async function signedIn(secret: string): Promise<FormBrowser> {
  const browser = new FormBrowser(test.baseUrl);
  expect((await browser.post('/app/sign-in/link', { secret })).status).toBe(303);
  return browser;
}

/** Statuses of the pages of both organizations. */
async function openedBy(browser: FormBrowser): Promise<number[]> {
  const pages = [own, other].map(({ id }) => browser.open(`/app/o/${id}`));
  return (await Promise.all(pages)).map(({ status }) => status);
}

const withPassword = async (password = GOOD) => {
  const browser = new FormBrowser(test.baseUrl);
  await browser.post('/app/sign-in/password', { email: member.email, password });
  return browser;
};

describe('what follows from a link of an administrator', () => {
  it('opens their organization alone, also when the member joins another one before it is used', async () => {
    const secret = await handedLink();
    await joinOther();
    const browser = await signedIn(secret);
    expect(await openedBy(browser)).toEqual([200, 404]);
    for (const form of [
      { do: 'set-password', password: GOOD },
      { do: 'remove-password', password: '' },
    ])
      expect((await browser.post(HERE, form)).status).toBe(403);
    expect(await test.app.get(Passwords).changedAt(member.id)).toBeNull();
  });

  it('a password and a passkey open no other organization that the member joins later', async () => {
    const browser = await signedIn(await handedLink());
    const passkey = new SoftwarePasskey(test.config.publicUrl);
    const response = passkey.register(await browser.passkeyOptions(HERE));
    expect(await browser.text(HERE)).toContain('opens that organization alone');
    expect((await browser.post(HERE, { do: 'add-passkey', name: 'Laptop', response })).status).toBe(303);
    expect((await browser.post(HERE, { do: 'set-password', password: GOOD })).status).toBe(303);
    const { token } = await createToken(browser);
    await joinOther();
    expect(await openedBy(browser)).toEqual([200, 404]);
    expect(await openedBy(await withPassword())).toEqual([200, 404]);
    const keyed = new FormBrowser(test.baseUrl);
    const answer = passkey.signIn(await keyed.passkeyOptions('/app/sign-in'), member.id);
    await keyed.post('/app/sign-in/passkey', { response: answer });
    expect(await openedBy(keyed)).toEqual([200, 404]);
    const bearer = new FormBrowser(test.baseUrl);
    await bearer.post('/app/sign-in', { token });
    expect(await openedBy(bearer)).toEqual([200, 404]);
  });

  it('does not remain once an operator let the member in', async () => {
    const bound = await signedIn(await handedLink());
    await bound.post(HERE, { do: 'set-password', password: GOOD });
    await joinOther();
    const url = new URL(await test.app.get(SignInLinks).create(member.id));
    const full = await signedIn(url.searchParams.get('secret') ?? '');
    expect(await openedBy(full)).toEqual([200, 200]);
    const password = `${GOOD} again`;
    expect((await full.post(HERE, { do: 'set-password', password })).status).toBe(303);
    expect(await openedBy(await withPassword(password))).toEqual([200, 200]);
    expect((await bound.open(`/app/o/${own.id}`)).status).toBe(303);
  });

  it('is not made for members of another organization, even where they are disabled there', async () => {
    await joinOther();
    await test.db.execute(
      'update organization_members set disabled = true where organization_id = $1 and user_id = $2',
      [other.id, member.id],
    );
    expect(await handedLink()).toBe('');
    expect(await test.app.get(Users).isInOthers(member.id, own.id)).toBe(true);
    expect(await test.app.get(Passkeys).list(member.id)).toEqual([]);
  });
});

describe('the present password', () => {
  it('is not guessed in somebody else’s browser', async () => {
    await test.app.get(Passwords).set(member.id, GOOD);
    const browser = await withPassword();
    const guess = (present: string) =>
      browser.post(HERE, { do: 'set-password', present, password: `${GOOD} again` });
    const statuses = [];
    for (let count = 0; count < 6; count++) statuses.push((await guess(`wrong ${count}`)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await guess(GOOD)).status).toBe(429);
    test.clock.advance(31_000);
    expect((await guess(GOOD)).status).toBe(303);
  });
});

async function createToken(browser: FormBrowser): Promise<{ token: string }> {
  const text = await (await browser.post('/app/tokens', { do: 'create', label: 'Kept' })).text();
  return { token: /bdy_\w+/.exec(text)?.[0] ?? '' };
}
