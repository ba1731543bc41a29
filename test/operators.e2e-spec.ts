import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CreateOperators1772000001170 } from '../src/migrations/1772000001170-create-operators.js';
import { FirstStart } from '../src/modules/organizations/index.js';
import { Operators } from '../src/modules/operators/index.js';
import { Sessions } from '../src/modules/users/index.js';
import { buildOrganization, buildUser, type TestOrganization, type TestUser } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { buildOperator } from './support/operators.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PAGE = '/app/operate/operators';

let test: TestApp;
let organization: TestOrganization;
let operator: TestUser;
let browser: MemberBrowser;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.execute('delete from operators');
  organization = await buildOrganization(test);
  operator = await buildOperator(test);
  browser = await startMemberBrowser(test, operator.token);
});

const operators = () => test.db.queryColumn<string>('select user_id from operators order by added_at');
const isOperator = async (id: string) => (await operators()).includes(id);

async function openAs(cookie: string): Promise<Response> {
  return fetch(test.baseUrl + PAGE, { redirect: 'manual', headers: { Cookie: cookie } });
}

describe('operators', () => {
  it('name and remove each other, but never the last, and what they do is noted', async () => {
    const { admin } = organization;
    const nobody = await browser.post(PAGE, { do: 'add', email: 'nobody@example.com"<b>' });
    expect(nobody.status).toBe(400);
    expect(await nobody.text()).toContain('value="nobody@example.com&quot;&lt;b>"');
    const last = await browser.post(PAGE, { do: 'remove', user: operator.id });
    expect([last.status, await last.text()]).toEqual([409, expect.stringContaining('last operator')]);

    expect((await browser.post(PAGE, { do: 'add', email: admin.email.toUpperCase() })).status).toBe(303);
    expect((await browser.post(PAGE, { do: 'add', email: admin.email })).status).toBe(409);
    const other = await startMemberBrowser(test, admin.token);
    expect(await other.read('/app/profile')).toContain('href="/app/operate"');
    const text = await other.read(PAGE);
    for (const words of [operator.email, admin.email, 'Operator named']) expect(text).toContain(words);

    const left = await browser.post(PAGE, { do: 'remove', user: operator.id });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/app']);
    expect((await browser.open(PAGE)).status).toBe(404);
    expect(await browser.read('/app/profile')).not.toContain('/app/operate');
    expect(await other.read(PAGE)).toContain('Operator removed');
    expect((await other.post(PAGE, { do: 'remove', user: operator.id })).status).toBe(404);
  });

  it('two who remove each other at once leave one', async () => {
    const second = await buildOperator(test);
    const secondBrowser = await startMemberBrowser(test, second.token);
    const answers = await Promise.all([
      browser.post(PAGE, { do: 'remove', user: second.id }),
      secondBrowser.post(PAGE, { do: 'remove', user: operator.id }),
    ]);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(await operators()).toHaveLength(1);
  });

  it('are hidden from everybody else, and read no content of organizations', async () => {
    for (const caller of [organization.admin, await organization.member('edit'), await buildUser(test)]) {
      const own = await startMemberBrowser(test, caller.token);
      expect((await own.open(PAGE)).status).toBe(404);
      const posted = await own.post(PAGE, { do: 'add', email: caller.email });
      expect([posted.status, await isOperator(caller.id)]).toEqual([404, false]);
      expect(await own.read('/app/profile')).not.toContain('/app/operate');
    }
    const signedOut = await openAs('');
    expect(signedOut.headers.get('location')).toContain('/app/sign-in');
    for (const path of ['', '/content', '/people', '/audit'])
      expect((await browser.open(`/app/o/${organization.id}${path}`)).status).toBe(404);
  });

  it('operate neither in a session that one organization vouches for, nor with a token that lacks the scope', async () => {
    const { secret } = await test.app
      .get(Sessions)
      .startFor(operator.id, 'saml', { ssoOrganizationId: organization.id });
    const cookie = browser.cookie.replace(/=.*/, `=${secret}`);
    expect((await openAs(cookie)).status).toBe(403);
    const limited = await operator.api.post('/v1/user/tokens', { label: 'x', scopes: ['user:read'] });
    const own = await startMemberBrowser(test, limited.body.token);
    expect((await own.open(PAGE)).status).toBe(403);
    expect(await own.read('/app/profile')).not.toContain('/app/operate');
  });

  it('are named after a recent sign-in only', async () => {
    test.clock.advance(61 * 60_000);
    const late = await browser.post(PAGE, { do: 'add', email: organization.admin.email });
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('sign in again')]);
    expect(await isOperator(organization.admin.id)).toBe(false);
    test.clock.reset();
  });

  it('get no way in from an administrator of their organization', async () => {
    const member = await organization.member('edit');
    const admin = await startMemberBrowser(test, organization.admin.token);
    const page = `/app/o/${organization.id}/people/members/${member.id}/sign-in`;
    expect((await admin.post(page, { do: 'make-link' })).status).toBe(200);
    await test.app.get(Operators).add(null, member.email);
    const refused = await admin.post(page, { do: 'make-link' });
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('Another operator'),
    ]);
    const own = await startMemberBrowser(test, member.token);
    await admin.post(page, { do: 'end-sessions' });
    expect((await own.open(PAGE)).status).toBe(200);
  });
});

describe('the first operator', () => {
  async function migrate(direction: 'up' | 'down'): Promise<void> {
    const runner = test.dataSource.createQueryRunner();
    await runner.startTransaction();
    await new CreateOperators1772000001170()[direction](runner);
    await runner.commitTransaction();
    await runner.release();
  }

  it('is the person of the first start', async () => {
    const empty = await createTestApp();
    try {
      const started = await empty.app.get(FirstStart).run();
      const found = await empty.db.queryColumn<string>('select user_id from operators');
      expect(found).toEqual([started!.user.id]);
    } finally {
      await empty.close();
    }
  });

  it('is, of an installation that is brought up to date, whoever holds the account of the first start', async () => {
    const [first] = await test.db.queryColumn<string>('select id from users order by created_at, id limit 1');
    const [oldest] = await test.db.queryColumn<string>(
      'select id from organizations order by created_at, id limit 1',
    );
    await migrate('down');
    await migrate('up');
    expect(await operators()).toEqual([first]);
    // If that person does not look after their organization any more, no tenant takes their place.
    await test.db.execute(
      `update organization_members set role = 'edit' where user_id = $1 and organization_id = $2`,
      [first, oldest],
    );
    await migrate('down');
    await migrate('up');
    expect(await operators()).toEqual([]);
  });
});
