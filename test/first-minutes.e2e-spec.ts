import { afterAll, beforeAll, expect, it } from 'vitest';
import { FirstStart, type FirstStartResult, Members } from '../src/modules/organizations/index.js';
import { Users, UserTokens } from '../src/modules/users/index.js';
import { ownForm } from './support/form-token.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PASSWORD = 'four trains leave at noon';

let test: TestApp;
let first: FirstStartResult;
let page: string;

beforeAll(async () => {
  test = await createTestApp({ passwordSignIn: true });
  first = (await test.app.get(FirstStart).run())!;
  page = `/app/o/${first.organization.id}/welcome`;
});

afterAll(() => test.close());

const answers = (changes: Record<string, string> = {}) => ({
  ...{ do: 'set-up', title: 'Acme', hostname: 'acme', displayName: 'Ann', email: 'ann@acme.example' },
  password: PASSWORD,
  ...changes,
});

/** Opens the link that the start printed, and presses its button. @returns the answer to the button. */
async function openSetUp(url: string): Promise<Response> {
  const { pathname, searchParams } = new URL(url);
  const form = { secret: searchParams.get('secret') ?? '' };
  return fetch(test.baseUrl + pathname, {
    method: 'POST',
    redirect: 'manual',
    body: await ownForm(test.baseUrl, '', form),
  });
}

const byToken = (token: string): Promise<MemberBrowser> => startMemberBrowser(test, token);

it('the address that a start prints signs in once, and the next start prints another', async () => {
  const again = (await test.app.get(FirstStart).run())!;
  expect(again.token).toBeUndefined();
  expect(again.setUpUrl).not.toBe(first.setUpUrl);
  expect((await openSetUp(first.setUpUrl!)).headers.get('set-cookie')).toBeNull();
  const opened = await openSetUp(again.setUpUrl!);
  expect(opened.status).toBe(303);
  expect(opened.headers.get('location')).toBe(page);
  expect((await openSetUp(again.setUpUrl!)).headers.get('set-cookie')).toBeNull();
});

it('wrong answers are refused with a sentence, keep what was typed, and change nothing', async () => {
  const browser = await byToken(first.token!);
  const wrong: [Record<string, string>, string][] = [
    [{ title: 'A' }, 'title'],
    [{ hostname: 'no spaces' }, 'hostname'],
    [{ displayName: '' }, 'displayName'],
    [{ email: 'nobody' }, 'mail address'],
    [{ password: '' }, 'Choose a password'],
    [{ password: 'short' }, 'at least'],
  ];
  for (const [changes, sentence] of wrong) {
    const answer = await browser.post(page, answers(changes));
    const text = await answer.text();
    expect(answer.status, sentence).toBe(400);
    expect(text.toLowerCase()).toContain(sentence.toLowerCase());
    expect(text).toContain(`value="${changes['title'] ?? 'Acme'}"`);
  }
  const { body } = await test.api.as(first.token!).get('/v1/orgs');
  expect(body.items[0].title).toBe(first.organization.title);
});

it('others than the first administrator are asked for content only', async () => {
  const administrator = await byToken(first.token!);
  expect(await administrator.read(page)).toContain('Welcome to Bindery');
  expect((await administrator.open('/app/o/none/welcome')).status).toBe(404);
  const { id } = await test.app.get(Users).createUser({ email: 'bob@acme.example' });
  await test.app.get(Members).addMember(first.organization.id, id, 'admin');
  const { token } = await test.app.get(UserTokens).create(id, { label: 'Second' });
  const second = await byToken(token);
  expect(await second.read(page)).toContain('Begin with your content');
  expect((await second.post(page, answers())).status).toBe(409);
});

it('the set-up names the organization and the administrator, who then sign in with their password', async () => {
  const { token } = await test.app.get(UserTokens).create(first.user.id, { label: 'Set-up' });
  const browser = await byToken(token);
  const done = await browser.post(page, answers());
  expect(done.status).toBe(303);
  const api = test.api.as(first.token!);
  const { body: organization } = await api.get(`/v1/orgs/${first.organization.id}`);
  expect(organization).toMatchObject({ title: 'Acme', hostname: 'acme' });
  expect((await api.get('/v1/user')).body).toMatchObject({ displayName: 'Ann', email: 'ann@acme.example' });
  // The session in which the password was chosen goes on.
  expect(await browser.read(page)).toContain('Begin with your content');

  const again = await browser.post(page, answers({ title: 'Other' }));
  expect(again.status).toBe(409);
  expect((await test.app.get(FirstStart).run())!.setUpUrl).toBeUndefined();
});

it('content begins with a template, and is published at once', async () => {
  const browser = await byToken(first.token!);
  const refused = await browser.post(page, {
    ...{ do: 'begin', title: 'Handbook', from: 'template:none' },
    audience: 'public',
  });
  expect(refused.status).toBe(400);
  const api = test.api.as(first.token!);
  const list = `/v1/orgs/${first.organization.id}/sites`;
  expect((await api.get(list)).body.items).toEqual([]);

  const begun = await browser.post(page, {
    ...{ do: 'begin', title: 'Handbook', from: 'template:product-docs' },
    audience: 'public',
  });
  const location = begun.headers.get('location')!;
  expect(location).toMatch(/\/welcome\/\w+\?space=\w+$/);
  const [, address = ''] =
    /value="([^"]*\/sites\/acme\/handbook\/)"/.exec(await browser.read(location)) ?? [];
  const published = await fetch(test.baseUrl + new URL(address).pathname);
  expect(published.status).toBe(200);
  expect(await published.text()).toContain('Quickstart');
});

it('content that is imported leads to the imports of a published, empty space', async () => {
  const browser = await byToken(first.token!);
  for (const [from, end] of [
    ['import', '/~/import'],
    ['git', '/~/git'],
  ] as const) {
    const begun = await browser.post(page, {
      do: 'begin',
      title: `From ${from}`,
      from,
      audience: 'unlisted',
    });
    expect(begun.headers.get('location')).toMatch(new RegExp(`/app/s/\\w+${end}$`));
  }
});
