import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { Sessions, SignInReasons, Users, UserTokens } from '../src/modules/users/index.js';
import { SEND_SIGN_IN_LINK } from '../src/modules/users/sign-in/mail-sign-in.js';
import { DELETE_EXPIRED_CREDENTIALS } from '../src/modules/users/sign-in/sign-in.jobs.js';
import { Credentials } from '../src/platform/http/credentials.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { ownForm } from './support/form-token.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const MINUTE = 60_000;

let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'Docs <docs@example.com>' });
  test.app
    .get(SignInReasons)
    .register(({ email, next }) =>
      Promise.resolve(email.endsWith('@invited.example') || next === 'join/good'),
    );
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

beforeEach(async () => {
  // Limits of one test are not those of the next.
  test.clock.advance(15 * MINUTE);
  organization = await buildOrganization(test);
});

afterEach(() => void mail.received.splice(0));

const open = (path: string, cookie = '') =>
  fetch(test.baseUrl + path, { redirect: 'manual', headers: { Cookie: cookie } });
const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(test.baseUrl + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: (await ownForm(test.baseUrl, headers['Cookie'] ?? '', form)).toString(),
  });
const ask = (email: string, next = '') => post('/app/sign-in/mail', { email, next });
const location = (response: Response) => response.headers.get('location');

/** The session as a Cookie header. */
function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Secret of the link in the newest mail. */
async function mailedSecret(): Promise<string> {
  await test.settle();
  const { source } = mail.received.at(-1) ?? { source: '' };
  expect(source).toContain(`${test.config.publicUrl}/app/sign-in/link?secret=`);
  return /secret=(\w+)/.exec(source)?.[1] ?? '';
}

async function signInByMail(email: string, next = ''): Promise<Response> {
  await ask(email, next);
  return post('/app/sign-in/link', { secret: await mailedSecret() });
}

async function auditOf(id: string, action: string) {
  return test.db.query<{
    actor_id: string;
    target_id: string;
    source: string;
    changes: Record<string, object>;
  }>('select * from audit_events where organization_id = $1 and action = $2 order by occurred_at', [
    id,
    action,
  ]);
}

describe('sign-in by mail', () => {
  it('the mailed link signs in once, however often it was opened', async () => {
    const member = await organization.member('read');
    const { id: spaceId } = await buildSpace(organization);
    expect(await (await open('/app/sign-in')).text()).toContain('type="email"');
    const asked = await ask(` ${member.email.toUpperCase()} `, `s/${spaceId}/?x=1`);
    expect([asked.status, location(asked)]).toEqual([303, '/app/sign-in/sent']);
    const secret = await mailedSecret();
    expect(mail.received[0]).toMatchObject({
      to: member.email,
      subject: expect.stringContaining('Sign in') as string,
    });
    expect(mail.received[0]?.source).not.toMatch(/unsubscribe/i);

    for (let look = 0; look < 2; look++) {
      const page = await open(`/app/sign-in/link?secret=${secret}`);
      expect(page.status).toBe(200);
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(await page.text()).toContain(member.email);
    }
    const done = await post('/app/sign-in/link', { secret });
    expect([done.status, location(done)]).toEqual([303, `/app/s/${spaceId}/?x=1`]);
    expect(done.headers.get('set-cookie')).toMatch(/; Path=\/app; .*HttpOnly/);
    expect((await open(`/app/s/${spaceId}/`, cookieOf(done))).status).toBe(200);
    for (const again of [
      await post('/app/sign-in/link', { secret }),
      await open(`/app/sign-in/link?secret=${secret}`),
    ]) {
      expect(again.status).toBe(410);
      expect(again.headers.get('set-cookie')).toBeNull();
      expect(await again.text()).toContain('Ask for a new one');
    }
    const [user] = (await test.app.get(Users).findUsersByIds([member.id])).values();
    expect(user?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await auditOf(organization.id, 'user.signed-in')).toMatchObject([
      { actor_id: member.id, target_id: member.id, source: 'ui', changes: { proof: { after: 'mail' } } },
    ]);
  });

  it('the mailed link works for one of several tries at once, and ends all other links of the address', async () => {
    const { email } = organization.admin;
    await ask(email);
    const first = await mailedSecret();
    await ask(email);
    const second = await mailedSecret();
    expect(second).not.toBe(first);
    const tries = await Promise.all([1, 2, 3].map(() => post('/app/sign-in/link', { secret: second })));
    expect(tries.map(({ status }) => String(status)).sort()).toEqual(['303', '410', '410']);
    expect((await post('/app/sign-in/link', { secret: first })).status).toBe(410);
  });

  it('the mailed link expires after a quarter of an hour, and only its hash is stored', async () => {
    await ask(organization.admin.email);
    const secret = await mailedSecret();
    const everything = `select string_agg(row, '') as text from (
      select l::text as row from sign_in_links l union all select data::text from jobs.job where name = $1) kept`;
    const [kept] = await test.db.query<{ text: string }>(everything, [SEND_SIGN_IN_LINK]);
    expect(kept?.text).toContain(createHash('sha256').update(secret).digest('hex'));
    expect(kept?.text).not.toContain(secret);
    test.clock.advance(15 * MINUTE + 1000);
    expect((await post('/app/sign-in/link', { secret })).status).toBe(410);
    await test.app.get(Jobs).enqueue(DELETE_EXPIRED_CREDENTIALS, {});
    await test.settle();
    expect(await test.db.query('select 1 from sign_in_links')).toEqual([]);
  });

  it('strangers get the same answer as everybody, and no mail', async () => {
    const answers = [await ask('nobody@example.com'), await ask(organization.admin.email)];
    const [stranger, member] = await Promise.all(
      answers.map(async (answer) => {
        const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
        return { status: answer.status, headers, body: await answer.text() };
      }),
    );
    expect(stranger).toEqual(member);
    await test.settle();
    expect(mail.received.map(({ to }) => to)).toEqual([organization.admin.email]);
    expect(await test.app.get(Users).findUserByEmail('nobody@example.com')).toBeNull();
  });

  it('an invited user gets an account on opening the link and not before', async () => {
    const users = test.app.get(Users);
    await ask('Ann.Smith@invited.example', 'join/x');
    const secret = await mailedSecret();
    expect(await users.findUserByEmail('ann.smith@invited.example')).toBeNull();
    const done = await post('/app/sign-in/link', { secret });
    expect(location(done)).toBe('/app/join/x');
    const user = await users.findUserByEmail('ann.smith@invited.example');
    expect(user).toMatchObject({ displayName: 'ann.smith', emailVerifiedAt: expect.any(Date) as Date });
    expect(cookieOf(done)).not.toBe('');
    // The way they came may be the reason.
    expect(location(await signInByMail('bob@elsewhere.example', '/join/good'))).toBe('/app/join/good');
    // A reason that disappeared in the meantime does not count.
    const email = 'late@elsewhere.example';
    await ask(email, 'join/good');
    const late = await mailedSecret();
    await test.db.execute(`update sign_in_links set next = '' where email = $1`, [email]);
    expect((await post('/app/sign-in/link', { secret: late })).status).toBe(410);
    expect(await users.findUserByEmail(email)).toBeNull();
  });

  it('the form is limited for each mail address, account or not', async () => {
    const statuses: number[] = [];
    for (let wish = 0; wish < 6; wish++) statuses.push((await ask('many@example.com')).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    const refused = await ask('many@example.com');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Too many links');
    test.clock.advance(15 * MINUTE);
    expect((await ask('many@example.com')).status).toBe(303);
  });

  it.each([
    '',
    'ann',
    'a@b@c.example',
    'a b@c.example',
    'Ann <ann@c.example>',
    'ann@c.example,bob@c.example',
    `a@${'x'.repeat(254)}`,
  ])('the form refuses "%s"', async (email) => {
    const answer = await ask(email);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('This is not a mail address');
  });

  it('forms of another site are refused', async () => {
    for (const path of ['/app/sign-in/mail', '/app/sign-in/link'])
      expect((await post(path, {}, { Origin: 'https://evil.example' })).status, path).toBe(403);
    for (const path of ['/app/sign-in/none', '/app/sign-in/link/x'])
      expect((await open(path)).status, path).toBe(404);
  });
});

describe('a browser session', () => {
  const start = async () =>
    cookieOf(await post('/app/sign-in', { token: organization.admin.token, next: '' }));

  it('the session gets a new secret with each sign-in, and the former one ends', async () => {
    const first = await start();
    const second = cookieOf(
      await post('/app/sign-in', { token: organization.admin.token }, { Cookie: first }),
    );
    expect(second).not.toBe(first);
    expect((await open('/app/tokens', first)).status).toBe(303);
    expect((await open('/app/tokens', second)).status).toBe(200);
  });

  it('the session cannot begin with the token of an integration', async () => {
    const actor = await test.app.get(UserTokens).findActor(organization.admin.id);
    test.app
      .get(Credentials)
      .register((token) =>
        Promise.resolve(token === 'of.an.integration' && actor ? { ...actor, installationId: 'one' } : null),
      );
    expect((await test.api.as('of.an.integration').get('/v1/user')).status).toBe(200);
    for (const path of ['/app', '/app/cli'])
      expect((await open(path, 'bindery_session=of.an.integration')).status).toBe(303);
    expect((await post('/app/sign-in', { token: 'of.an.integration' })).status).toBe(401);
  });

  it('the session is listed with its proof, apart from tokens', async () => {
    await signInByMail(organization.admin.email);
    const { body } = await organization.admin.api.get('/v1/user/tokens');
    expect(body.items.map(({ label, proof }: Record<string, string>) => [label, proof])).toEqual([
      ['Browser session', 'mail'],
      ['test', 'token'],
    ]);
  });

  it('the session ends at the next request when its user is removed from the last organization', async () => {
    const member = await organization.member('read');
    const session = cookieOf(await signInByMail(member.email));
    expect((await open('/app/tokens', session)).status).toBe(200);
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, member.id, 'read');
    await organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${member.id}`);
    expect((await open('/app/tokens', session)).status).toBe(200);
    await other.admin.api.delete(`/v1/orgs/${other.id}/members/${member.id}`);
    expect((await open('/app/tokens', session)).status).toBe(303);
    expect((await member.api.get('/v1/user')).status).toBe(401);
    expect(await auditOf(organization.id, 'token.revoked')).toEqual([]);
    expect(await auditOf(other.id, 'token.revoked')).toHaveLength(2);
  });
});

describe('a token of single sign-on', () => {
  const viaProvider = async (userId: string) => {
    const { token } = await test.app.get(UserTokens).create(userId, {
      label: 'CLI',
      proof: 'saml',
      ssoOrganizationId: organization.id,
    });
    return { token, api: test.api.as(token) };
  };

  it('the token gains nothing beyond its organization, whichever way it becomes another', async () => {
    const member = await organization.member('edit');
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, member.id, 'admin');
    const { id: secret } = await buildSpace(other);
    await buildToken(test, member.id);
    const ended = await test.db.query<{ id: string }>('select id from user_tokens where user_id = $1', [
      member.id,
    ]);
    const { token, api } = await viaProvider(member.id);

    const made = await api.post('/v1/user/tokens', { label: 'another' });
    expect(made.body.proof).toBe('saml');
    const session = await test.app.get(Sessions).start(made.body.token as string);
    const fromSession = test.api.as(session?.secret);
    const third = (await fromSession.post('/v1/user/tokens', { label: 'third' })).body.token as string;
    for (const way of [api, test.api.as(made.body.token), fromSession, test.api.as(third)]) {
      expect((await way.get('/v1/orgs')).body.items.map(({ id }: { id: string }) => id)).toEqual([
        organization.id,
      ]);
      expect((await way.get(`/v1/spaces/${secret}`)).status).toBe(404);
      expect((await way.get(`/v1/orgs/${other.id}`)).status).toBe(404);
      expect((await way.get(`/v1/users/${other.admin.id}`)).status).toBe(404);
      expect((await way.post('/v1/orgs', { title: 'Mine' })).status).toBe(403);
      const profile = await way.patch(`/v1/users/${member.id}`, { displayName: 'Owned' });
      expect(profile.status).toBe(403);
      expect(profile.body.error.message).toContain('other organizations');
      const mail = await way.patch('/v1/user/notifications', { mail: { mentions: false } });
      expect([mail.status, mail.body.error?.message]).toEqual([403, profile.body.error.message]);
      const listed = (await way.get('/v1/user/tokens')).body.items as { proof: string }[];
      expect(listed).toHaveLength(4);
      expect(listed.every(({ proof }) => proof === 'saml')).toBe(true);
      for (const { id } of ended) expect((await way.delete(`/v1/user/tokens/${id}`)).status).toBe(204);
    }
    expect((await member.api.get('/v1/user')).status).toBe(200);
    // The tokens are recorded in the organizations in which they count, and nowhere else.
    expect(await auditOf(organization.id, 'token.created')).toHaveLength(4);
    expect(await auditOf(other.id, 'token.created')).toHaveLength(1);
    expect(token).not.toBe(third);
  });

  it('the token may change the profile of an account that is of this organization alone', async () => {
    const member = await organization.member('read');
    const { api } = await viaProvider(member.id);
    expect((await api.patch(`/v1/users/${member.id}`, { displayName: 'Ann' })).status).toBe(200);
  });

  it('the token ends with the membership, while other tokens stay valid elsewhere', async () => {
    const member = await organization.member('read');
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, member.id, 'read');
    const { api } = await viaProvider(member.id);
    await organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${member.id}`);
    expect((await api.get('/v1/user')).status).toBe(401);
    expect((await member.api.get(`/v1/orgs/${other.id}`)).status).toBe(200);
  });

  it('the token creates no other once it is revoked, however close the requests are', async () => {
    const member = await organization.member('read');
    const { api } = await viaProvider(member.id);
    const wishes = [...Array(4).keys()].map((n) => api.post('/v1/user/tokens', { label: `n${n}` }));
    const removal = organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${member.id}`);
    const made = await Promise.all(wishes);
    expect((await removal).status).toBe(204);
    expect(made.map(({ status }) => status).every((status) => status === 201 || status === 401)).toBe(true);
    expect(await test.db.query('select label from user_tokens where user_id = $1', [member.id])).toEqual([]);
  });
});
