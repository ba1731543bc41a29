import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entities } from '../src/entities.js';
import { Projection } from '../src/modules/content/index.js';
import { createDataSource } from '../src/platform/database/data-source.js';
import { migrate } from '../src/platform/database/migrate.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { REGISTERED_PROCESSES } from '../src/platform/jobs/worker-registration.js';
import { type DatabaseProxy, startDatabaseProxy } from './support/database-proxy.js';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { runInstallationCommand } from './support/installation-command.js';
import { PGBOUNCER, type Pooler, startPooler } from './support/pooler.js';
import { createDatabase, createTestApp, type TestApp } from './support/test-app.js';

const POOL_SIZE = 3;

describe.skipIf(PGBOUNCER === undefined)('behind a pooler in transaction mode', () => {
  let direct: Awaited<ReturnType<typeof createDatabase>>['dataSource'];
  let drop: () => Promise<void>;
  /** The embedded server listens on a socket that the pooler's user cannot reach. */
  let proxy: DatabaseProxy;
  let pooler: Pooler;
  let migrations: string[];
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    ({ dataSource: direct, drop } = await createDatabase('template0'));
    proxy = await startDatabaseProxy(direct.options as never);
    pooler = await startPooler(proxy.connection, POOL_SIZE);
    const dataSource = await createDataSource(pooler.connection, entities, 20).initialize();
    migrations = await migrate(dataSource);
    test = await createTestApp({}, { dataSource, drop: () => Promise.resolve() });
    organization = await buildOrganization(test);
  });

  afterAll(async () => {
    await test.close();
    await pooler.stop();
    await proxy.stop();
    await direct.destroy();
    await drop();
  });

  /** Writes, reads and searches of a client. */
  async function work(client: number): Promise<string> {
    const { api } = organization.admin;
    const { id } = await buildSpace(organization, { title: `Space ${client}` });
    await buildPages(organization.admin, id, [{ title: `Page ${client}`, markdown: 'Words about poolers.' }]);
    const statuses = [
      await api.post(`/v1/spaces/${id}/change-requests`, { subject: 'Better' }),
      await api.post(`/v1/spaces/${id}/change-requests/1/content`, {
        changes: [{ operation: 'insert_page', title: 'Second', document: { markdown: 'More.' } }],
      }),
      await api.post(`/v1/spaces/${id}/change-requests/1/merge`, {}),
      await api.get(`/v1/spaces/${id}/content`),
      await api.get(`/v1/orgs/${organization.id}/spaces`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200, 200, 200]);
    return id;
  }

  it('requests and jobs share the few connections that it has', async () => {
    expect(migrations.length).toBeGreaterThan(50);
    const spaces = await Promise.all(Array.from({ length: 12 }, (_, client) => work(client)));
    await test.settle();
    for (const id of spaces) expect(await test.app.get(Projection).verify(organization.id, id)).toEqual([]);
    const sessions = await Promise.all(
      Array.from({ length: 12 }, () =>
        test.db.queryValue<number>('select pg_backend_pid() from pg_sleep(0.05)'),
      ),
    );
    expect(new Set(sessions).size).toBeLessThanOrEqual(POOL_SIZE);
    expect(await test.db.query('select name from pg_prepared_statements')).toEqual([]);
    expect(await direct.query(REGISTERED_PROCESSES)).toHaveLength(1);
    expect((await test.api.get('/readyz')).status).toBe(200);
  });

  it('backups are written and read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bindery-backup-'));
    const environment = { DATA_DIR: test.config.dataDir, LOG_LEVEL: 'silent' };
    const run = await runInstallationCommand(test.dataSource, environment, [
      'backup',
      join(folder, 'a.tar.gz'),
    ]);
    expect([run.status, run.err]).toEqual([0, expect.any(String)]);
    rmSync(folder, { recursive: true });
  });

  it('a pooler that is killed is waited for', async () => {
    await pooler.kill();
    const { api } = organization.admin;
    const refused = await api.get(`/v1/orgs/${organization.id}/spaces`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await test.api.get('/readyz')).status).toBe(503);
    await pooler.start();
    await eventually(async () => expect((await test.api.get('/readyz')).status).toBe(200));
    const id = await work(99);
    await test.app.get(Jobs).enqueue('mail.forget', {});
    await test.settle();
    expect(await test.app.get(Projection).verify(organization.id, id)).toEqual([]);
  });
});
