import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REMOVALS_LOCK, Storage } from '../src/modules/storage/index.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { archiveOf, readArchive } from './support/archive.js';
import { openChangeRequest, readPage, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { runInstallationCommand } from './support/installation-command.js';
import { type PublishedSite, publishFolder } from './support/published-site.js';
import { createDatabase, createTestApp, type TestApp } from './support/test-app.js';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef').toString('base64');
const HOOKS = '/v1/integrations/webhook/installations';

interface Report {
  tables: Record<string, number>;
  files: { count: number; bytes: number };
  missing: string[];
  needsKey: boolean;
}

let test: TestApp;
let folder: string;
let organization: TestOrganization;
let member: TestUser;
let space: string;
let site: PublishedSite;
let request: { path: string; page: string };
let secrets: string;
let file: string;
/** Ids of everything that was acknowledged so far. */
const acknowledged: { pages: string[]; files: string[] } = { pages: [], files: [] };

const backup = (args: string[]) =>
  runInstallationCommand(
    test.dataSource,
    { STORAGE_URL: test.config.storageUrl, DATA_DIR: test.config.dataDir },
    args,
  );
const mainOf = async (url: string) => /<main[\s\S]*<\/main>/.exec(await (await fetch(url)).text())?.[0];

/** Adds a page and a file, and answers once both are stored. */
async function write(number: number): Promise<void> {
  const [page] = await buildPages(organization.admin, space, [{ title: `Page ${number}` }]);
  const base64 = Buffer.from(`bytes of file ${number}`).toString('base64');
  const files = [{ name: `${number}.txt`, contentType: 'text/plain', base64 }];
  const changes = [{ operation: 'insert_files', files }];
  const answer = await organization.admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes },
    { query: { compat: false } },
  );
  acknowledged.pages.push(page!);
  acknowledged.files.push((answer.body as { insertedFiles: { id: string }[] }).insertedFiles[0]!.id);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
  test = await createTestApp({ secretsKey: KEY });
  organization = await buildOrganization(test);
  const { admin } = organization;
  member = await organization.member('edit');
  site = await publishFolder(test, organization);
  space = (await buildSpace(organization, { title: 'Written while it is copied' })).id;
  const [page] = await buildPages(admin, space, [
    { title: 'Reviewed', markdown: 'Ä "quoted" \\\\ text\\nof main' },
  ]);
  const { path } = await openChangeRequest(admin, space);
  await writePage(admin, path, page!, 'Text of the change request');
  request = { path, page: page! };
  const { body } = await admin.api.post(HOOKS, { organization: organization.id });
  const { items } = (await admin.api.get(`${HOOKS}/${body.id}/secrets`)).body;
  secrets = JSON.stringify([body.id, items]);
  for (let number = 0; number < 3; number++) await write(number);
  file = join(folder, 'all.tar.gz');
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is made beside writers, and restores all that was acknowledged before', async () => {
    const { pages, files } = structuredClone(acknowledged);
    let isOver = false;
    const writers = [100, 200].map(async (first) => {
      for (let number = first; !isOver; number++) await write(number);
    });
    const made = await backup(['backup', file, '--json']);
    isOver = true;
    await Promise.all(writers);
    expect(made).toMatchObject({ status: 0 });
    const report = JSON.parse(made.out) as Report;
    expect(report.missing).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['all.tar.gz']);
    const checked = await backup(['verify', file, '--json']);
    expect(JSON.parse(checked.out)).toEqual(report);

    const database = await createDatabase('template0');
    const dataDir = mkdtempSync(join(folder, 'restored-'));
    const environment = { DATA_DIR: dataDir, STORAGE_URL: `file:${dataDir}/files` };
    const restored = await runInstallationCommand(database.dataSource, environment, [
      'restore',
      file,
      '--json',
    ]);
    expect(restored).toMatchObject({ status: 0 });
    const told = JSON.parse(restored.out) as Report;
    expect(told).toMatchObject({ tables: report.tables, files: report.files, needsKey: true });
    const counted = await Promise.all(
      Object.keys(report.tables).map(async (name): Promise<[string, number]> => {
        const [row] = await database.dataSource.query<{ n: string }[]>(`select count(*) as n from ${name}`);
        return [name, Number(row!.n)];
      }),
    );
    expect(Object.fromEntries(counted)).toEqual(report.tables);
    const keys = `select count(*)::int as n from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
    expect(await database.dataSource.query(keys)).toEqual(await test.dataSource.query(keys));

    const second = await createTestApp(
      { dataDir, storageUrl: environment.STORAGE_URL, secretsKey: KEY },
      database,
    );
    try {
      await expectAllOf(second, pages, files);
    } finally {
      await second.close();
    }
  });

  /** The second installation answers as the first. */
  async function expectAllOf(second: TestApp, pages: string[], files: string[]): Promise<void> {
    const api = second.api.as(organization.admin.token);
    for (const page of pages)
      expect((await api.get(`/v1/spaces/${space}/content/page/${page}`)).status).toBe(200);
    const found = (await api.get(`/v1/spaces/${space}/content/files?limit=1000`)).body.items as {
      id: string;
      name: string;
      downloadURL: string;
    }[];
    const ids = found.map(({ id }) => id);
    expect(files.filter((id) => !ids.includes(id))).toEqual([]);
    for (const { name, downloadURL } of found) {
      const answer = await fetch(second.baseUrl + new URL(downloadURL).pathname);
      expect(await answer.text()).toBe(`bytes of file ${name.replace('.txt', '')}`);
    }
    const read = (app: TestApp) =>
      readPage(
        { ...organization.admin, api: app.api.as(organization.admin.token) },
        request.path,
        request.page,
      );
    expect(await read(second)).toBe(await read(test));
    expect((await second.api.as(member.token).get('/v1/user')).body.id).toBe(member.id);
    const [id, items] = JSON.parse(secrets) as [string, unknown];
    expect((await api.get(`${HOOKS}/${id}/secrets`)).body.items).toEqual(items);
    const published = `${second.baseUrl}${new URL(site.url).pathname}`;
    expect(await mainOf(published)).toContain('Mind the gap');
    expect(await mainOf(published)).toBe(await mainOf(site.url));
    // It goes on from here.
    await buildPages({ ...organization.admin, api }, space, [{ title: 'Afterwards' }]);
    await second.settle();
  }

  it('is refused where it is damaged, cut off, made by a later version or no backup', async () => {
    const bytes = readFileSync(file);
    const spoiled = Buffer.from(bytes);
    for (let at = 0; at < 64; at++) spoiled[(bytes.length >> 1) + at]! ^= 0x55;
    const parts = await readArchive(bytes);
    const header = JSON.parse(parts['bindery-backup.json']!.toString()) as { migrations: string[] };
    header.migrations.push('FromTheFuture1999000000000');
    const later = await archiveOf({ ...parts, 'bindery-backup.json': JSON.stringify(header) });
    const [row] = Object.keys(parts).filter((name) => name.startsWith('database/public.users/'));
    const changed = await archiveOf({
      ...parts,
      [row!]: parts[row!]!.toString().replace(member.email, member.email.toUpperCase()),
    });
    const cases: [string, Buffer, RegExp][] = [
      ['spoiled', spoiled, /damaged|cut off/],
      ['cut', bytes.subarray(0, -100), /cut off/],
      [
        'short',
        await archiveOf(Object.fromEntries(Object.entries(parts).slice(0, -1))),
        /its end is missing/,
      ],
      ['changed', changed, /rows of public\.users were changed/],
      ['later', later, /first part was changed|later than this one/],
      ['foreign', Buffer.from('# Not a backup'), /no backup/],
    ];
    const database = await createDatabase('template0');
    const dataDir = mkdtempSync(join(folder, 'refused-'));
    for (const [name, content, sentence] of cases) {
      const path = join(folder, name);
      writeFileSync(path, content);
      const environment = { DATA_DIR: dataDir, STORAGE_URL: `file:${dataDir}/files` };
      const { status, err } = await runInstallationCommand(database.dataSource, environment, [
        'restore',
        path,
      ]);
      expect([name, status, err]).toEqual([name, 1, expect.stringMatching(sentence)]);
      expect(err).not.toContain('    at ');
    }
    expect(readdirSync(dataDir)).toEqual([]);
    expect(
      await database.dataSource.query('select 1 from pg_class where relnamespace = $1::regnamespace', [
        'public',
      ]),
    ).toEqual([]);
    await database.dataSource.destroy();
    await database.drop();
  });

  it('of a later version, and over an installation that is in use, is refused', async () => {
    const used = await backup(['restore', file]);
    expect(used).toMatchObject({ status: 1, err: expect.stringContaining('is not empty') as string });
    expect(await readPage(organization.admin, request.path, request.page)).toContain(
      'Text of the change request',
    );
    expect(await backup(['backup', file])).toMatchObject({
      status: 1,
      err: expect.stringContaining('already') as string,
    });

    const future = await createDatabase();
    await future.dataSource.query(
      `insert into schema_migrations (timestamp, name) values (1999000000000, 'FromTheFuture1999000000000')`,
    );
    const path = join(folder, 'future.tar.gz');
    const environment = { DATA_DIR: folder, STORAGE_URL: `file:${folder}/none` };
    expect(await runInstallationCommand(future.dataSource, environment, ['backup', path])).toMatchObject({
      status: 0,
    });
    await future.dataSource.destroy();
    await future.drop();
    const refused = await backup(['restore', path]);
    expect(refused).toMatchObject({
      status: 1,
      err: expect.stringContaining('later than this one') as string,
    });
  });

  it('keeps files from being removed while it is made', async () => {
    const storage = test.app.get(Storage);
    const { blob } = await storage.put(organization.id, Buffer.from('orphan'), { contentType: 'text/plain' });
    test.clock.advance(49 * 3_600_000);
    const collect = async (): Promise<number | null> => {
      await test.app.get(Jobs).enqueue('storage.collect-blobs', {});
      await test.settle();
      return storage.stat(organization.id, blob);
    };
    const session = await test.db.session();
    await session.client.query('select pg_advisory_lock_shared($1)', [REMOVALS_LOCK]);
    expect(await collect()).toBe(6);
    await session.close();
    expect(await collect()).toBeNull();
  });
});
