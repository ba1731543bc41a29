import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { QueryFailedError } from 'typeorm';
import { AuditLog } from '../src/modules/audit/index.js';
import { SitePages } from '../src/modules/publishing/site-pages.js';
import { poolOf } from '../src/platform/database/data-source.js';
import { errorForLog } from '../src/platform/logging/error-for-log.js';
import { eventually } from './support/eventually.js';
import { definition, uniqueName } from './support/integrations.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

afterEach(() => vi.restoreAllMocks());

/** Ends the connection of the transaction that this runs in, as a database that is stopped does. */
async function endConnection(): Promise<void> {
  const [row] = await test.db.query<{ pid: number }>('select pg_backend_pid() as pid');
  await poolOf(test.dataSource).query('select pg_terminate_backend($1)', [row?.pid]);
}

const create = () => organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'Lost' });

describe('a connection that is lost inside a transaction', () => {
  it.each([
    ['between two statements', () => new Promise((resolve) => setTimeout(resolve, 100))],
    ['at a statement', () => Promise.resolve()],
  ])('%s answers 503, and nothing is stored', async (_, wait) => {
    const audit = test.app.get(AuditLog);
    const record = vi.spyOn(audit, 'record').mockImplementationOnce(async () => {
      await endConnection();
      await wait();
      await test.db.query('select 1');
    });
    const answer = await create();
    expect(record).toHaveBeenCalled();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(answer.body.error.message).toContain('try again shortly');
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`);
    expect(body.items).toEqual([]);
  });

  it('at the commit answers 503', async () => {
    vi.spyOn(test.app.get(AuditLog), 'record').mockImplementationOnce(endConnection);
    expect((await create()).status).toBe(503);
  });

  it('answers 503 to readers of pages', async () => {
    const { body: site } = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, {
      title: 'Docs',
    });
    const space = await buildSpace(organization);
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${site.id}/site-spaces`, {
      spaceId: space.id,
    });
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${site.id}/publish`);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/sites/${site.id}`);
    const path = new URL(body.urls.published).pathname;
    expect((await fetch(test.baseUrl + path)).status).not.toBe(503);
    vi.spyOn(test.app.get(SitePages), 'answer').mockRejectedValueOnce(
      Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' }),
    );
    const answer = await fetch(test.baseUrl + path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});

describe('a server that refuses what it is asked', () => {
  const settings = (sql: string) => poolOf(test.dataSource).query(sql);
  const databaseName = () => test.db.queryValue<string>('select current_database()');

  /** Has each new space fail with an SQLSTATE. */
  async function refuseSpaces(state: string): Promise<void> {
    await test.db.script(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No.' using errcode = '${state}'; end $$`);
    await test.db.script(
      'create trigger refuse before insert on spaces for each row execute function refuse()',
    );
  }
  afterEach(() => test.db.script('drop trigger if exists refuse on spaces'));

  it.each([
    ['53100', '60', 'The disk of the database is full, so nothing was stored'],
    ['40001', '1', 'others work on the same'],
    ['40P01', '1', 'others work on the same'],
    ['55P03', '1', 'others work on the same'],
    ['53300', '1', 'not reachable at the moment'],
    ['57P01', '1', 'not reachable at the moment'],
    ['57P03', '1', 'not reachable at the moment'],
    ['58030', '1', 'not reachable at the moment'],
  ])('with %s is answered 503', async (state, retryAfter, sentence) => {
    await refuseSpaces(state);
    const before = await test.db.queryCount('select count(*) from audit_events');
    const answer = await create();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, retryAfter]);
    expect(answer.body.error.message).toContain(sentence);
    expect(await test.db.queryCount('select count(*) from audit_events')).toBe(before);
  });

  it('and takes no changes is not ready, and given up once another one is the primary server', async () => {
    const name = await databaseName();
    await settings(`alter database ${name} set default_transaction_read_only = on`);
    await settings(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await eventually(async () => {
      const answer = await create();
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(answer.body.error.message).toContain('takes no changes');
    });
    expect((await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`)).status).toBe(200);
    expect((await test.api.get('/readyz')).body.checks.database).toBe('failed');
    // Sessions that there are keep the setting.
    await settings(
      `begin read write; alter database ${name} set default_transaction_read_only = off; commit`,
    );
    await eventually(async () => expect((await create()).status).toBe(201));
    await eventually(async () => expect((await test.api.get('/readyz')).status).toBe(200));
  });
});

describe('the error of a failed statement', () => {
  const SECRET = 'sk-live-0123456789';

  /** A statement of the ORM that fails, with what somebody wrote among its parameters. */
  async function failure(): Promise<unknown> {
    const [outcome] = await Promise.allSettled([
      test.dataSource.query('insert into spaces (id, title) values ($1, $2)', ['x', SECRET]),
    ]);
    return outcome.status === 'rejected' ? outcome.reason : undefined;
  }

  it('is logged without the values that users wrote', async () => {
    const error = await failure();
    expect(error).toBeInstanceOf(QueryFailedError);
    expect(JSON.stringify(error)).toContain(SECRET);
    const logged = errorForLog(new Error('Outer', { cause: error }));
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    expect(logged.cause).toMatchObject({
      type: 'QueryFailedError',
      code: '23502',
      statement: expect.stringContaining('insert into'),
    });
  });

  it('is stored with its job without the values that users wrote', async () => {
    const { Jobs } = await import('../src/platform/jobs/jobs.js');
    const jobs = test.app.get(Jobs);
    const handlers = (
      jobs as unknown as { handlers: Map<string, { run: (data: object) => Promise<unknown> }> }
    ).handlers;
    const name = 'mail.forget';
    const error = await failure();
    vi.spyOn(handlers.get(name)!, 'run').mockImplementation(() => Promise.reject(error as Error));
    await jobs.enqueue(name, {}, { retries: 0 });
    await expect(test.settle()).rejects.toThrow('null value');
    const [job] = await test.db.script<{ output: object }>(
      `select output from jobs.job where name = '${name}'`,
    );
    expect(JSON.stringify(job?.output)).toContain('insert into');
    expect(JSON.stringify(job?.output)).not.toContain(SECRET);
  });
});

it('settings are stored without characters that the database cannot hold', async () => {
  const { admin, id } = organization;
  const name = uniqueName();
  const configurations = { space: { properties: { x: { type: 'string' } } } };
  const published = await admin.api.post(
    `/v1/integrations/${name}`,
    definition(id, { configurations, target: 'space' }),
  );
  expect(published.status).toBe(200);
  const installed = await admin.api.post(`/v1/integrations/${name}/installations`, { organization: id });
  const path = `/v1/integrations/${name}/installations/${installed.body.id}/spaces`;
  const space = await buildSpace(organization);
  expect((await admin.api.post(path, { space: space.id })).status).toBe(201);
  for (const [x, stored] of [
    ['a\0b', 'a\ufffdb'],
    ['\ud83d', '\ufffd'],
  ]) {
    const answer = await admin.api.patch(`${path}/${space.id}`, undefined, {
      rawBody: JSON.stringify({ configuration: { x } }),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    expect((await admin.api.get(`${path}/${space.id}`)).body.configuration).toEqual({ x: stored });
  }
});
