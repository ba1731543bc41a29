import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BlobReferences, Storage } from '../src/modules/storage/index.js';
import { Projection } from '../src/modules/content/index.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { REGISTERED_PROCESSES } from '../src/platform/jobs/worker-registration.js';
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.js';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { ownForm } from './support/form-token.js';
import { createDatabase, createTestApp, type TestApp } from './support/test-app.js';
import { entities } from '../src/entities.js';

/* The application beside a database whose connections break; `direct` always reaches it. */
let test: TestApp;
let proxy: DatabaseProxy;
let direct: Awaited<ReturnType<typeof createDatabase>>['dataSource'];
let organization: TestOrganization;
let cookie: string;
/** Path of a published site. */
let site: string;
let spaceId: string;

beforeAll(async () => {
  const database = await createDatabase();
  direct = database.dataSource;
  proxy = await startDatabaseProxy(direct.options as never);
  const dataSource = await createDataSource(proxy.connection, entities, 10).initialize();
  test = await createTestApp({}, { dataSource, drop: () => Promise.resolve() });
  onEnd = async () => {
    await test.close();
    await proxy.stop();
    await direct.destroy();
    await database.drop();
  };
  organization = await buildOrganization(test);
  const { admin, id } = organization;
  spaceId = (await buildSpace(organization, { title: 'Handbook' })).id;
  await buildPages(admin, spaceId, [{ title: 'Home', markdown: 'Words.' }]);
  const { body } = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs' });
  await admin.api.post(`/v1/orgs/${id}/sites/${body.id}/site-spaces`, { spaceId });
  await admin.api.post(`/v1/orgs/${id}/sites/${body.id}/publish`);
  const { body: published } = await admin.api.get(`/v1/orgs/${id}/sites/${body.id}`);
  site = new URL(published.urls.published).pathname;
  const signedIn = await fetch(`${test.baseUrl}/app/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: (await ownForm(test.baseUrl, '', { token: admin.token, next: '' })).toString(),
  });
  cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  await test.settle();
});

let onEnd = (): Promise<void> => Promise.resolve();
afterAll(() => onEnd());
afterEach(() => {
  vi.restoreAllMocks();
  proxy.open();
});

interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(test.baseUrl + path, { redirect: 'manual', ...init });
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
}

const asAdmin = (method: string, path: string, body?: object): Promise<Answer> =>
  ask(path, {
    method,
    headers: { Authorization: `Bearer ${organization.admin.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** A request of each kind. */
const requests = (): Record<string, () => Promise<Answer>> => ({
  'API, read': () => asAdmin('GET', `/v1/spaces/${spaceId}`),
  'API, write': () => asAdmin('PATCH', `/v1/spaces/${spaceId}`, { title: 'Handbook' }),
  'API, search': () => asAdmin('GET', `/v1/orgs/${organization.id}/search?query=words`),
  site: () => ask(`${site}/`),
  'site, search': () => ask(`${site}/~search?q=words`),
  'site, robots': () => ask(`${site}/llms.txt`),
  'page of members': () => ask('/app', { headers: { Cookie: cookie } }),
  'page of a space': () => ask(`/app/spaces/${spaceId}`, { headers: { Cookie: cookie } }),
});

/** Statuses that say that the database was away, and when to come back. */
const isRefusal = ({ status, retryAfter }: Answer): boolean => status === 503 && retryAfter === '1';

const isRegistered = async (): Promise<boolean> => (await direct.query(REGISTERED_PROCESSES)).length === 1;

/** The application works as before, without a restart. */
async function expectRecovery(): Promise<void> {
  await eventually(async () => expect((await ask('/readyz')).status).toBe(200));
  for (const [kind, send] of Object.entries(requests()))
    expect((await send()).status, kind).toBeLessThan(500);
  await eventually(async () => expect(await isRegistered()).toBe(true));
  const space = await buildSpace(organization, { title: 'After it' });
  // Jobs that failed meanwhile are tried again.
  await eventually(async () =>
    expect(
      await direct.query(
        `select name, state, output from jobs.job where state <> 'completed' and start_after < now() + interval '1 minute'`,
      ),
    ).toEqual([]),
  );
  expect(await test.app.get(Projection).verify(organization.id, space.id)).toEqual([]);
}

describe('connections that break at any moment', () => {
  it('lose no acknowledged write, store no half of one, and are answered 503', async () => {
    const acknowledged: string[] = [];
    const sent: string[] = [];
    const answers: Answer[] = [];
    let isOver = false;
    const write = async (client: number): Promise<void> => {
      for (let number = 0; !isOver; number++) {
        const title = `Cut ${client}-${number}`;
        sent.push(title);
        const answer = await asAdmin('POST', `/v1/orgs/${organization.id}/spaces`, { title, empty: true });
        answers.push(answer);
        if (answer.status === 201) acknowledged.push(title);
      }
    };
    const edit = async (client: number): Promise<void> => {
      for (let number = 0; !isOver; number++) {
        const title = `Page ${client}-${number}`;
        sent.push(title);
        const changes = [{ operation: 'insert_page', title, document: { markdown: title } }];
        const answer = await asAdmin('POST', `/v1/spaces/${spaceId}/content?compat=false`, { changes });
        answers.push(answer);
        if (answer.status === 200) acknowledged.push(title);
      }
    };
    const read = async (): Promise<void> => {
      while (!isOver) for (const send of Object.values(requests())) answers.push(await send());
    };
    const cut = async (): Promise<void> => {
      const isEnough = (): boolean =>
        acknowledged.length >= 20 && answers.filter(({ status }) => status === 503).length >= 10;
      // On a machine that is busy, a request takes longer than the first pauses.
      for (let cuts = 0; cuts < 40 || !isEnough(); cuts++) {
        const pauseMs = 20 + Math.random() * 300 * 1.05 ** Math.max(0, cuts - 40);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        proxy.cut();
      }
      isOver = true;
    };
    await Promise.all([write(0), write(1), edit(2), edit(3), read(), read(), cut()]);

    const failures = answers.filter(({ status }) => status >= 500);
    expect(failures.filter((answer) => !isRefusal(answer))).toEqual([]);
    expect(failures.length).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(0);
    await expectRecovery();

    const titles: string[] = (await direct.query(`select title from spaces`)).map(
      (row: { title: string }) => row.title,
    );
    const { body } = await organization.admin.api.get(`/v1/spaces/${spaceId}/content`);
    const pages: string[] = body.pages.map((page: { title: string }) => page.title);
    const stored = [...titles, ...pages].filter((title) => sent.includes(title));
    expect(acknowledged.filter((title) => !stored.includes(title))).toEqual([]);
    expect(stored.length).toBe(new Set(stored).size);
    // Whole: with its entry in the audit log, and the rows that are made of its content.
    const recorded: { label: string }[] = await direct.query(
      `select target_label as label from audit_events where action = 'space.created'`,
    );
    const isCut = (title: string): boolean => title.startsWith('Cut ');
    const labels = recorded.map(({ label }) => label).filter(isCut);
    expect(labels.toSorted((a, b) => a.localeCompare(b))).toEqual(
      titles.filter(isCut).toSorted((a, b) => a.localeCompare(b)),
    );
    expect(await test.app.get(Projection).verify(organization.id, spaceId)).toEqual([]);
  });

  it('end neither the process nor a removal of files that holds a lock', async () => {
    const references = test.app.get(BlobReferences);
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const look = vi.spyOn(references, 'findReferenced').mockImplementation(async () => {
      await held;
      return new Set<string>();
    });
    const { blob } = await test.app.get(Storage).put(organization.id, Buffer.from('orphan'), {
      contentType: 'text/plain',
    });
    test.clock.advance(49 * 3_600_000);
    await test.app.get(Jobs).enqueue('storage.collect-blobs', {});
    await eventually(() => expect(look).toHaveBeenCalled());
    proxy.cut();
    goOn();
    await eventually(async () => expect(await test.app.get(Storage).stat(organization.id, blob)).toBeNull());
    await expectRecovery();
  });
});

describe('a database that is away', () => {
  it('is waited for: requests are answered 503, /healthz 200, and jobs end as they would have', async () => {
    let finish = (): void => undefined;
    const handlers = (
      test.app.get(Jobs) as unknown as { handlers: Map<string, { run: (data: object) => Promise<unknown> }> }
    ).handlers;
    const run = vi
      .spyOn(handlers.get('mail.forget')!, 'run')
      .mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)));
    await test.app.get(Jobs).enqueue('mail.forget', {});
    await eventually(() => expect(run).toHaveBeenCalledOnce());

    proxy.close();
    for (const [kind, send] of Object.entries(requests())) {
      const answer = await send();
      expect([kind, answer.status, answer.retryAfter]).toEqual([kind, 503, '1']);
    }
    const { body } = await test.api.get('/readyz');
    expect(body).toMatchObject({ status: 'not ready', checks: { database: 'failed', migrations: 'failed' } });
    for (const host of ['localhost', '10.1.2.3', 'docs.example.com'])
      expect((await ask('/healthz', { headers: { Host: host } })).status).toBe(200);
    // The tick of a schedule is not lost, and the job that has ended is not done again.
    const tick = test.app.get(Jobs).enqueue('mail.forget', { tick: 1 }, { onceKey: 'tick' });
    finish();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    proxy.open();
    await tick;
    await eventually(() => expect(run).toHaveBeenLastCalledWith({ tick: 1 }));
    finish();
    await eventually(async () => {
      const jobs = await direct.query(`select state, retry_count from jobs.job where name = 'mail.forget'`);
      expect(jobs).toEqual(Array.from({ length: 2 }, () => ({ state: 'completed', retry_count: 0 })));
    });
    expect(run).toHaveBeenCalledTimes(2);
    run.mockRestore();
    await expectRecovery();
  });

  it('and says nothing is not ready', async () => {
    proxy.silence();
    const { status, body } = await test.api.get('/readyz');
    expect([status, body.checks.database]).toEqual([503, 'failed']);
    expect((await ask('/healthz')).status).toBe(200);
    proxy.open();
    await expectRecovery();
  });
});
