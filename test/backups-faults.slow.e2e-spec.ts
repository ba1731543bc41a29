import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCliProcess } from './support/cli-process.js';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { runInstallationCommand, urlOf } from './support/installation-command.js';
import { FakeS3 } from './support/s3-server.js';
import { createDatabase, createTestApp, type TestApp } from './support/test-app.js';

const MARK = 'bytes of a stored file '.repeat(1000);

let folder: string;
let s3: FakeS3;
let bucket: string;
let test: TestApp;
let organization: TestOrganization;
let space: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
  s3 = new FakeS3();
  const endpoint = encodeURIComponent(await s3.start());
  bucket = `s3://key:secret@files/prefix?endpoint=${endpoint}`;
  test = await createTestApp({ storageUrl: bucket });
  organization = await buildOrganization(test);
  space = (await buildSpace(organization, { title: 'Kept' })).id;
  await buildPages(organization.admin, space, [{ title: 'A page', markdown: 'Words of the page' }]);
  const file = { name: 'a.txt', contentType: 'text/plain', base64: Buffer.from(MARK).toString('base64') };
  await organization.admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes: [{ operation: 'insert_files', files: [file] }] },
    { query: { compat: false } },
  );
  await test.settle();
});
afterAll(async () => {
  await test.close();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const backUp = (target: string) =>
  runInstallationCommand(test.dataSource, { STORAGE_URL: bucket, DATA_DIR: folder }, ['backup', target]);

/** Restores into a new installation, looks at it, and removes it. */
async function restored(
  path: string,
  storageUrl: string,
  look: (second: TestApp) => Promise<void>,
): Promise<void> {
  const database = await createDatabase('template0');
  const dataDir = mkdtempSync(join(folder, 'restored-'));
  const environment = { DATA_DIR: dataDir, STORAGE_URL: storageUrl };
  const { status, err } = await runInstallationCommand(database.dataSource, environment, ['restore', path]);
  expect([status, err]).toEqual([0, expect.any(String)]);
  const second = await createTestApp({ dataDir, storageUrl }, database);
  try {
    await look(second);
  } finally {
    await second.close();
  }
}

async function expectContent(second: TestApp): Promise<void> {
  const api = second.api.as(organization.admin.token);
  const { pages } = (await api.get(`/v1/spaces/${space}/content`)).body as { pages: { title: string }[] };
  expect(pages.map(({ title }) => title)).toEqual(['A page']);
  const { items } = (await api.get(`/v1/spaces/${space}/content/files`)).body as {
    items: { downloadURL: string }[];
  };
  const answer = await fetch(second.baseUrl + new URL(items[0]!.downloadURL).pathname);
  expect(await answer.text()).toBe(MARK);
}

describe('a backup of files in a bucket', () => {
  it('is restored into a folder, and into another bucket', async () => {
    const path = join(folder, 'bucket.tar.gz');
    expect(await backUp(path)).toMatchObject({ status: 0 });
    await restored(path, `file:${folder}/files`, expectContent);
    const before = [...s3.objects.keys()];
    await restored(path, bucket.replace('@files', '@others'), expectContent);
    const added = [...s3.objects.keys()].filter((key) => !before.includes(key));
    expect(new Set(added)).toEqual(new Set(before.map((key) => key.replace('/files/', '/others/'))));
  });

  it('that is killed in the middle leaves nothing that looks whole, and keeps nobody from the next one', async () => {
    const target = join(folder, 'killed.tar.gz');
    s3.isStalling = true;
    const environment = {
      DATABASE_URL: urlOf(test.dataSource),
      STORAGE_URL: bucket,
      DATA_DIR: mkdtempSync(join(folder, 'cli-')),
    };
    const child = startCliProcess(environment, ['backup', target]);
    const ended = once(child, 'exit');
    await eventually(() => {
      expect(existsSync(`${target}.files`)).toBe(true);
      expect(statSync(`${target}.part`).size).toBeGreaterThan(0);
    });
    child.kill('SIGKILL');
    await ended;
    s3.isStalling = false;
    const left = readdirSync(folder).filter((name) => name.startsWith('killed'));
    expect(left.sort()).toEqual(['killed.tar.gz.files', 'killed.tar.gz.part']);
    const elsewhere = { DATA_DIR: folder, STORAGE_URL: bucket };
    for (const command of ['verify', 'restore'])
      expect(
        await runInstallationCommand(test.dataSource, elsewhere, [command, `${target}.part`]),
      ).toMatchObject({ status: 1, err: expect.stringMatching(/cut off/) as string });
    expect(await backUp(target)).toMatchObject({ status: 0 });
    expect(readdirSync(folder).filter((name) => name.startsWith('killed'))).toEqual(['killed.tar.gz']);
    await restored(target, `file:${folder}/after-kill`, expectContent);
  });
});

describe('a backup of an earlier version', () => {
  it('is brought up to date by the version that restores it', async () => {
    // The version before there were operators, sizes of files, and backups of the server.
    let last = '';
    do {
      const [row] = await test.dataSource.query<{ name: string }[]>(
        'select name from schema_migrations order by timestamp desc limit 1',
      );
      last = row!.name;
      await test.dataSource.undoLastMigration({ transaction: 'each' });
    } while (!last.startsWith('CreateOperators'));
    const path = join(folder, 'earlier.tar.gz');
    expect(await backUp(path)).toMatchObject({ status: 0 });
    await restored(path, `file:${folder}/earlier`, async (second) => {
      await expectContent(second);
      const sizes = `select size::int from content_entries where kind = 'file'`;
      expect(await second.db.queryColumn(sizes)).toEqual([MARK.length]);
      for (const table of ['operators', 'backup_runs'])
        expect(await second.db.queryCount(`select count(*) from ${table}`)).toBeLessThan(2);
      await buildPages({ ...organization.admin, api: second.api.as(organization.admin.token) }, space, [
        { title: 'Afterwards' },
      ]);
      await second.settle();
    });
  });
});
