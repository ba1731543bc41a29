import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COUNT_SIZES } from '../src/modules/administration/operate/sizes/sizes.js';
import { eventually } from './support/eventually.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { buildFailedJob, buildOperator } from './support/operators.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const TABS = ['', '/jobs', '/sizes', '/tests', '/backups', '/configuration', '/operators'];
const JOBS = '/app/operate/jobs';
const TESTS = '/app/operate/tests';
const SIZES = '/app/operate/sizes';
/** Part of everything that must not be on any page. */
const MARKER = 'markedsecret';

let test: TestApp;
let mail: MailServer;
let organization: TestOrganization;
let operator: TestUser;
let browser: MemberBrowser;

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({
    smtpUrl: `${mail.url}?password=${MARKER}pass`,
    mailFrom: 'Docs <docs@bindery.test>',
    adminToken: `${MARKER}-admin-token`,
    metricsToken: `${MARKER}-metrics-token`,
    secretsKey: Buffer.from(`${MARKER}0123456789-0123456`.slice(0, 32)).toString('base64'),
    translatorUrl: `http://${MARKER}:${MARKER}2@127.0.0.1:1/v1?key=${MARKER}3`,
    translatorModel: 'model',
    translatorKey: `${MARKER}-translator`,
    conversationsKey: `${MARKER}-conversations`,
    rendererSecret: `${MARKER}-renderer`,
    databaseUrl: `postgres://${MARKER}:${MARKER}4@db.test/docs?sslpassword=${MARKER}5`,
  });
  operator = await buildOperator(test);
  browser = await startMemberBrowser(test, operator.token);
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  await test.db.execute('delete from jobs.job');
});

const stateOf = (id: string) => test.db.queryValue<string>('select state from jobs.job where id = $1', [id]);
const logged = () =>
  test.db.queryColumn<string>('select action from installation_events order by occurred_at desc, id desc');

describe('the pages of operators', () => {
  it('are hidden from administrators and members, and ask visitors to sign in', async () => {
    const job = await buildFailedJob(test, organization.id);
    for (const caller of [organization.admin, await organization.member('read')]) {
      const own = await startMemberBrowser(test, caller.token);
      for (const tab of TABS)
        expect([tab, (await own.open(`/app/operate${tab}`)).status]).toEqual([tab, 404]);
      const posts = await Promise.all([
        own.post(JOBS, { do: 'drop', name: 'search.index-space', id: job }),
        own.post(TESTS, { do: 'mail' }),
        own.post(SIZES, { do: 'count' }),
      ]);
      expect(posts.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect(await stateOf(job)).toBe('failed');
    for (const tab of TABS) {
      const answer = await fetch(`${test.baseUrl}/app/operate${tab}`, { redirect: 'manual' });
      expect(answer.headers.get('location')).toContain('/app/sign-in');
    }
  });

  it('show no secret of the configuration, whatever errors quote of it', async () => {
    await buildFailedJob(test, organization.id, `Invalid login: ${MARKER}pass, and ${MARKER}-translator <b>`);
    for (const tab of [...TABS, '/sizes?of=spaces', '/jobs?state=waiting']) {
      const text = await browser.read(`/app/operate${tab}`);
      expect([tab, text.includes(MARKER)]).toEqual([tab, false]);
    }
    expect(await browser.read(JOBS)).toContain('Invalid login: …, and … &lt;b>');
    const settings = await browser.read('/app/operate/configuration');
    for (const words of [
      'SMTP_URL',
      'password=…',
      'Docs &lt;docs@bindery.test>',
      'Hidden',
      'The environment',
    ])
      expect(settings).toContain(words);
  });
});

describe('jobs', () => {
  it('that failed are listed with their organization and error, run again, and are gone', async () => {
    const id = await buildFailedJob(test, organization.id);
    const text = await browser.read(JOBS);
    for (const words of [
      'search.index-space',
      id,
      'The index is away',
      'organizationId, secretive, spaceId',
      '>6</td>',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('words of a page');
    const again = await browser.post(`${JOBS}?state=failed&queue=`, {
      do: 'again',
      name: 'search.index-space',
      id,
    });
    expect(again.headers.get('location')).toBe(`${JOBS}?state=failed&queue=&done=again`);
    await eventually(async () => expect(await stateOf(id)).toBe('completed'));
    const gone = await browser.post(JOBS, { do: 'again', name: 'search.index-space', id });
    expect([gone.status, await gone.text()]).toEqual([409, expect.stringContaining('no such job')]);
    expect((await logged())[0]).toBe('job.run-again');
  });

  it('are dropped one by one and by queue, after a recent sign-in only', async () => {
    const [one, two, three] = [
      await buildFailedJob(test, organization.id),
      await buildFailedJob(test, organization.id),
      await buildFailedJob(test, organization.id),
    ];
    test.clock.advance(61 * 60_000);
    const name = 'search.index-space';
    expect((await browser.post(JOBS, { do: 'drop', name, id: one })).status).toBe(403);
    test.clock.reset();
    expect((await browser.post(JOBS, { do: 'drop', name, id: one })).status).toBe(303);
    expect([await stateOf(one), await stateOf(two)]).toEqual([null, 'failed']);
    expect((await browser.post(JOBS, { do: 'drop', name, state: 'failed' })).status).toBe(303);
    expect([await stateOf(two), await stateOf(three)]).toEqual([null, null]);
    expect((await browser.post(JOBS, { do: 'drop', name })).status).toBe(400);
    expect((await browser.post(JOBS, { do: 'drop', name: `x' or true`, id: `'` })).status).toBe(409);
    expect(await browser.read('/app/operate/operators')).toContain('2 failed of search.index-space');
  });

  it('that run are neither run again nor dropped', async () => {
    const id = await buildFailedJob(test, organization.id);
    await test.db.execute(`update jobs.job set state = 'active' where id = $1`, [id]);
    expect(await browser.read(`${JOBS}?state=active`)).toContain(id);
    for (const what of ['again', 'drop'])
      expect((await browser.post(JOBS, { do: what, name: 'search.index-space', id })).status).toBe(409);
    await test.db.execute('delete from jobs.job');
  });
});

describe('tests', () => {
  it('send a mail to the operator, and say what the mail server answered', async () => {
    const sent = await browser.post(TESTS, { do: 'mail' });
    const text = await sent.text();
    expect(text).toContain('It works.');
    expect(text).not.toContain(MARKER);
    expect(mail.received.at(-1)).toMatchObject({ to: operator.email, subject: 'Test mail of Bindery' });
    mail.refuse(550, 1);
    const refused = await (await browser.post(TESTS, { do: 'mail' })).text();
    for (const words of ['It does not work.', 'refused the sender or your address', 'Not this one'])
      expect(refused).toContain(words);
    expect((await logged()).slice(0, 2)).toEqual(['mail.tested', 'mail.tested']);
  });

  it('write, read and delete an object of the storage, and ask the own address', async () => {
    expect(await (await browser.post(TESTS, { do: 'storage' })).text()).toMatch(
      /written in \d+ ms, read in \d+ ms/,
    );
    const { publicUrl } = test.config;
    Object.assign(test.config, { publicUrl: test.baseUrl });
    expect(await (await browser.post(TESTS, { do: 'address' })).text()).toContain('leads here');
    Object.assign(test.config, { publicUrl: 'http://127.0.0.1:1' });
    const away = await (await browser.post(TESTS, { do: 'address' })).text();
    expect(away).toContain('was not reached');
    Object.assign(test.config, { publicUrl });
  });
});

describe('sizes', () => {
  it('are counted when an operator asks, and listed the largest first', async () => {
    const [small, large] = [organization, await buildOrganization(test)];
    const space = await buildSpace(large);
    await buildPages(large.admin, space.id, [
      { title: 'One <b>', markdown: 'Words.' },
      { title: 'Two', markdown: 'More.' },
    ]);
    await test.settle();
    expect(await browser.read(SIZES)).toContain('Nothing was counted yet');
    expect((await browser.post(SIZES, { do: 'count' })).status).toBe(303);
    await test.settle();
    const text = await browser.read(`${SIZES}?sort=pages`);
    expect(text.indexOf(large.id)).toBeLessThan(text.indexOf(small.id));
    expect(text).toContain('Counted');
    const [row] = await test.db.query(
      'select members, spaces, pages::int, objects::int > 2 as objects, content_bytes::int > 100 as bytes from organization_sizes where organization_id = $1',
      [large.id],
    );
    expect(row).toEqual({ members: 1, spaces: 1, pages: 2, objects: true, bytes: true });
    const spaces = await browser.read(`${SIZES}?of=spaces&sort=revisions`);
    expect(spaces).toContain(space.id);
    // Titles of spaces and pages are content of the organization.
    expect(spaces).not.toContain('One');
    expect((await browser.open(`${SIZES}?page=x`)).status).toBe(400);
    expect((await logged())[0]).toBe('sizes.requested');
  });

  it('are counted by one job, whoever asks meanwhile', async () => {
    await test.db.execute('delete from jobs.job');
    await Promise.all([browser.post(SIZES, { do: 'count' }), browser.post(SIZES, { do: 'count' })]);
    await test.settle();
    const jobs = await test.db.queryCount('select count(*) from jobs.job where name = $1', [COUNT_SIZES]);
    expect(jobs).toBeLessThanOrEqual(2);
  });
});
