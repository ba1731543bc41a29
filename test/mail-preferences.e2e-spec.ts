import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAIL_TOPICS, NotificationMail, UnsubscribeLinks } from '../src/modules/notifications/index.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { ownForm } from './support/form-token.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const ADDRESS = 'invited@example.com';
let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;
let keys = 0;

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'docs@example.com' });
  organization = await buildOrganization(test);
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

afterEach(() => void mail.received.splice(0));

/** Tells somebody something; how many mails came of it. */
async function tell(topic: Parameters<NotificationMail['send']>[0], address: string): Promise<number> {
  const before = mail.received.length;
  const content = { title: 'News', paragraphs: [], footer: ['Because.'] };
  const to = { name: 'You', address };
  await test.app.get(NotificationMail).send(topic, { key: `news ${++keys}`, to, subject: 'News', content });
  return mail.received.length - before;
}

/** The path of the link below a mail; the test listens elsewhere than PUBLIC_URL says. */
async function linkOf(topic: Parameters<NotificationMail['send']>[0], address = ADDRESS): Promise<string> {
  expect(await tell(topic, address)).toBe(1);
  const [, url = ''] = /^<(.*)>$/.exec(mail.received.at(-1)?.header('List-Unsubscribe') ?? '') ?? [];
  expect(url).toMatch(new RegExp(`^${test.config.publicUrl}/app/mail/[\\w-]+$`));
  return test.baseUrl + new URL(url).pathname;
}

const post = (url: string, form: Record<string, string> | [string, string][], headers = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });

describe('the unsubscribe link of a mail', () => {
  it('the link stands in the mail and in headers for mail programs', async () => {
    const url = await linkOf('mentions');
    const [received] = mail.received;
    expect(received?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const stop = `Get no more mail about mentions of you`;
    const path = new URL(url).pathname;
    expect(received?.source.replaceAll('\r\n', '')).toContain(`${stop}: ${test.config.publicUrl}${path}`);
    expect(received?.source).toMatch(new RegExp(`<a href="[^"]*${path}"[^>]*>${stop}</a>`));
  });

  it('a request with GET, HEAD or DELETE changes nothing', async () => {
    const url = await linkOf('reviews');
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
    for (const method of ['GET', 'HEAD']) {
      const page = await fetch(url, { method });
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toContain('no-store');
    }
    expect(await (await fetch(url)).text()).toContain(`${ADDRESS} gets mail about reviews.`);
    expect(await tell('reviews', ADDRESS)).toBe(1);
  });

  it.each<[string, Record<string, string>]>([
    ['the button of a mail program', { 'List-Unsubscribe': 'One-Click' }],
    ['an empty form', {}],
    ['the button of the page', { stop: '1' }],
  ])('a POST by %s unsubscribes this address from this topic until it is undone', async (_, form) => {
    const url = await linkOf('invitations');
    const answer = await post(url, form, { origin: 'https://mail.example' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('gets no mail about invitations');
    expect(await tell('invitations', ADDRESS.toUpperCase())).toBe(0);
    expect(await tell('mentions', ADDRESS)).toBe(1);
    expect(await tell('invitations', 'other@example.com')).toBe(1);
    await post(url, { undo: '1' });
    expect(await tell('invitations', ADDRESS)).toBe(1);
  });

  it('a POST without a body unsubscribes', async () => {
    const url = await linkOf('mentions', 'bodyless@example.com');
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    expect(await tell('mentions', 'bodyless@example.com')).toBe(0);
  });

  it('the page lets the reader choose all other topics too', async () => {
    const url = await linkOf('mentions', 'all@example.com');
    await post(url, [
      ['choose', '1'],
      ['topic', 'reviews'],
    ]);
    expect(await tell('reviews', 'all@example.com')).toBe(1);
    for (const topic of MAIL_TOPICS.filter((other) => other !== 'reviews'))
      expect(await tell(topic, 'all@example.com')).toBe(0);
  });

  it('a link for another address or topic cannot be forged', async () => {
    const url = await linkOf('mentions');
    const signed = Buffer.from(url.split('/').at(-1) ?? '', 'base64url');
    const altered = (payload: string) =>
      Buffer.concat([signed.subarray(0, 16), Buffer.from(payload)]).toString('base64url');
    for (const wrong of ['', 'x', altered(`mentions:other@example.com`), altered(`reviews:${ADDRESS}`)])
      expect((await post(`${test.baseUrl}/app/mail/${wrong}`, {})).status).toBe(404);
    expect(test.app.get(UnsubscribeLinks).verify(url.split('/').at(-1) ?? '')).toEqual({
      topic: 'mentions',
      address: ADDRESS,
    });
  });
});

describe('mail preferences of a signed-in user', () => {
  const path = '/v1/user/notifications';

  it('the user chooses topics by API', async () => {
    const { api, email } = await organization.member('read');
    const all = Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, true]));
    expect((await api.get(path)).body).toEqual({ object: 'notification-preferences', mail: all });
    const { body } = await api.patch(path, { mail: { mentions: false, reviews: false } });
    expect(body.mail).toEqual({ ...all, mentions: false, reviews: false });
    expect((await api.patch(path, { mail: { mentions: true } })).body.mail).toEqual({
      ...all,
      reviews: false,
    });
    expect((await api.patch(path, {})).body.mail).toEqual({ ...all, reviews: false });
    expect(await tell('reviews', email)).toBe(0);
    expect(await tell('mentions', email)).toBe(1);
    const wrong = await api.patch(path, { mail: { mentions: 'no', discussions: false } });
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.message).toContain('mentions');
    expect(await tell('discussions', email)).toBe(1);
  });

  it('the user chooses topics on a page, which no other site can use', async () => {
    const member = await organization.member('read');
    const url = `${test.baseUrl}/app/notifications`;
    expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toContain('sign-in');
    const signedIn = await post(`${test.baseUrl}/app/sign-in`, { token: member.token });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
    expect(await (await fetch(url, { headers: { cookie } })).text()).toContain(member.email);
    const form = [['topic', 'mentions']] as [string, string][];
    expect((await post(url, form, { cookie, origin: 'https://elsewhere.test' })).status).toBe(403);
    expect(await tell('reviews', member.email)).toBe(1);
    const saved = await post(url, [...(await ownForm(test.baseUrl, cookie, form))], { cookie });
    expect(await saved.text()).toContain('Saved.');
    expect(await tell('reviews', member.email)).toBe(0);
    expect(await tell('mentions', member.email)).toBe(1);
  });
});
