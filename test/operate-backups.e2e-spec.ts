import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOOK_AFTER_BACKUPS } from '../src/modules/administration/operate/backups/backups.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { buildOrganization, buildSpace } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { buildOperator } from './support/operators.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PAGE = '/app/operate/backups';
const DAY = 86_400_000;

let test: TestApp;
let folder: string;
let browser: MemberBrowser;

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'bindery-backups-')), 'made by the server');
  test = await createTestApp({
    backupsDir: folder,
    backupsSchedule: 'daily',
    backupsHour: 2,
    backupsKeep: 2,
  });
  await buildSpace(await buildOrganization(test));
  browser = await startMemberBrowser(test, (await buildOperator(test)).token);
  await test.settle();
});
afterAll(async () => {
  await test.close();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});
beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await test.db.execute('delete from backup_runs');
  await test.db.execute('delete from installation_events');
  Object.assign(test.config, { backupsDir: folder, backupsSchedule: 'daily', backupsKeep: 2 });
  test.clock.reset();
});

const files = (): string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const logged = () =>
  test.db.queryColumn<string>('select action from installation_events order by occurred_at, id');
const runs = () =>
  test.db.query<{ kind: string; state: string; error: string | null; attempts: number }>(
    'select kind, state, error, attempts from backup_runs order by created_at, id',
  );
/** One tick of the schedule. */
const tick = async (): Promise<void> => {
  await test.app.get(Jobs).enqueue(LOOK_AFTER_BACKUPS, {});
  await test.settle();
};
const act = async (form: Record<string, string>): Promise<number> => {
  const { status } = await browser.post(PAGE, form);
  await test.settle();
  return status;
};
const gauge = async (): Promise<number | undefined> => {
  const text = await (await fetch(`${test.baseUrl}/metrics`)).text();
  const found = /^bindery_backup_last_success_timestamp_seconds (\S+)/m.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

describe('the page of backups', () => {
  it('makes one, says that it is good, and how it is restored', async () => {
    expect(await browser.read(PAGE)).toContain('There is no backup in the folder yet');
    expect(await gauge()).toBeUndefined();
    expect(await act({ do: 'backup' })).toBe(303);
    const [name] = files();
    expect(files()).toEqual([expect.stringMatching(/^bindery-[\dTZ-]+\.tar\.gz$/)]);
    expect(await runs()).toEqual([{ kind: 'backup', state: 'done', error: null, attempts: 1 }]);
    const text = await browser.read(PAGE);
    for (const words of [name!, 'Good, ', '0.1.0', `npx bindery restore &#39;${folder}/${name}&#39;`])
      expect(text.replaceAll("'", '&#39;')).toContain(words);
    expect(text).not.toContain(`href="${name}`);
    expect(await logged()).toEqual(['backup.requested']);
    const age = Date.now() / 1000 - (await gauge())!;
    expect([age > 0, age < 600]).toEqual([true, true]);
    expect(await browser.read('/app/operate')).toContain('The newest is');
  });

  it('finds what is damaged, and Health says so', async () => {
    await act({ do: 'backup' });
    const [name] = files();
    const bytes = readFileSync(join(folder, name!));
    bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 64);
    writeFileSync(join(folder, name!), bytes);
    expect(await act({ do: 'verify', name: name! })).toBe(303);
    expect((await runs()).at(-1)).toMatchObject({
      kind: 'verify',
      state: 'failed',
      error: expect.stringContaining('Use another backup') as string,
    });
    expect(await browser.read(PAGE)).toContain('Failed</span>');
    expect(await gauge()).toBeUndefined();
    expect(await browser.read('/app/operate')).toContain(`${name} was found damaged`);
    expect(await logged()).toEqual(['backup.requested', 'backup.verified']);
  });

  it('deletes one after a recent sign-in, and names what is lost', async () => {
    await act({ do: 'backup' });
    const [name] = files();
    expect(await browser.read(PAGE)).toContain('It is the only backup here');
    test.clock.advance(61 * 60_000);
    expect(await act({ do: 'delete', name: name! })).toBe(403);
    test.clock.reset();
    expect(await act({ do: 'delete', name: name! })).toBe(303);
    expect(files()).toEqual([]);
    expect(await logged()).toEqual(['backup.requested', 'backup.deleted']);
  });

  it('touches nothing else than backups of the folder', async () => {
    await act({ do: 'backup' });
    const secret = join(folder, '..', 'outside.tar.gz');
    writeFileSync(secret, 'x');
    writeFileSync(join(folder, 'notes.txt'), 'x');
    for (const name of [
      '../outside.tar.gz',
      'notes.txt',
      '',
      '.',
      '..%2foutside.tar.gz',
      'a\0.tar.gz',
      secret,
    ])
      for (const what of ['delete', 'verify'])
        expect([name, await act({ do: what, name })]).toEqual([name, 404]);
    expect([existsSync(secret), files().length]).toEqual([true, 2]);
  });

  it('is there for operators only', async () => {
    const organization = await buildOrganization(test);
    const admin = await startMemberBrowser(test, organization.admin.token);
    expect((await admin.open(PAGE)).status).toBe(404);
    for (const what of ['backup', 'verify', 'delete'])
      expect((await admin.post(PAGE, { do: what, name: 'x.tar.gz' })).status).toBe(404);
    expect(await runs()).toEqual([]);
  });

  it('says what to set where no folder is, and Health too', async () => {
    Object.assign(test.config, { backupsDir: undefined, backupsSchedule: 'off' });
    const text = await browser.read(PAGE);
    for (const words of ['BACKUPS_DIR', 'BACKUPS_KEEP', 'npx bindery backup']) expect(text).toContain(words);
    expect(await act({ do: 'backup' })).toBe(409);
    expect(await browser.read('/app/operate')).toContain('The server makes no backups.');
    await tick();
    expect(await runs()).toEqual([]);
  });

  it('says why the folder cannot be read, or a backup not be made', async () => {
    writeFileSync(folder, 'A file in its place');
    expect(await act({ do: 'backup' })).toBe(303);
    expect(await runs()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('set it to a folder') },
    ]);
    expect(await browser.read(PAGE)).toContain('The folder cannot be read.');
    expect(await browser.read('/app/operate')).toContain('cannot be read');
  });

  it('takes one run at a time, whoever asks', async () => {
    const asked = await Promise.all([1, 2, 3].map(() => browser.post(PAGE, { do: 'backup' })));
    expect(asked.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(2);
    await test.settle();
    expect(files()).toHaveLength(1);
  });
});

describe('the schedule', () => {
  it('makes what is due once, and keeps the newest and what has another name', async () => {
    await tick();
    await tick();
    expect(files()).toHaveLength(1);
    const first = files()[0]!;
    writeFileSync(join(folder, 'before-the-upgrade.tar.gz'), readFileSync(join(folder, first)));
    for (let day = 1; day <= 2; day++) {
      test.clock.advance(DAY);
      await tick();
    }
    expect(files()).toHaveLength(3);
    expect(files()).not.toContain(first);
    expect(files()[0]).toBe('before-the-upgrade.tar.gz');
    expect(await logged()).toEqual(['backup.deleted']);
    test.clock.reset();
    expect(await browser.read(PAGE)).toContain('The schedule');
  });

  it('tries one that failed again an hour later, three times', async () => {
    writeFileSync(folder, 'A file in its place');
    await tick();
    await tick();
    expect(await runs()).toHaveLength(1);
    for (let hour = 0; hour < 4; hour++) {
      test.clock.advance(61 * 60_000);
      await tick();
    }
    const made = await runs();
    expect(made.every(({ state }) => state === 'failed')).toBe(true);
    // The hour at which it is due may be among those.
    expect([3, 4, 5]).toContain(made.length);
  });

  it('takes up a run whose process died, and gives it up after three', async () => {
    const insert = `insert into backup_runs (id, kind, name, state, attempts, created_at)
      values ($1, 'backup', $2, 'running', $3, $4)`;
    await test.db.execute(insert, ['left', 'bindery-2026-01-01T02-00-00Z.tar.gz', 1, test.clock.now()]);
    await tick();
    expect(files()).toEqual(['bindery-2026-01-01T02-00-00Z.tar.gz']);
    expect(await runs()).toMatchObject([{ state: 'done', attempts: 2 }]);
    await test.db.execute('delete from backup_runs');
    await test.db.execute(insert, ['again', 'bindery-2026-01-02T02-00-00Z.tar.gz', 3, test.clock.now()]);
    writeFileSync(join(folder, 'bindery-2026-01-02T02-00-00Z.tar.gz.part'), 'half');
    await tick();
    expect(files()).toEqual(['bindery-2026-01-01T02-00-00Z.tar.gz']);
    expect(await runs()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('broke off several times') },
    ]);
  });
});
