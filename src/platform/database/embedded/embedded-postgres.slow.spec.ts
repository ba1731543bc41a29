import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Pool } from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgres, EmbeddedPostgresUnavailable } from './embedded-postgres.js';
import { DataFolderInUse, DataFolderUnusable } from './errors.js';
import { findPostgresPackage } from './package.js';
import { isAlive, processIdentity } from './process-identity.js';

const asRoot = process.geteuid?.() === 0;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let base: string;
let running: EmbeddedPostgres[] = [];
let children: ChildProcess[] = [];
let outside: string[] = [];

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'bindery-embedded-'));
  await chmod(base, 0o755);
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of running) await server.stop();
  for (const folder of [base, ...outside]) await rm(folder, { recursive: true, force: true });
  [running, children, outside] = [[], [], []];
});

async function start(dataDir = join(base, 'data'), packageFolder?: string): Promise<EmbeddedPostgres> {
  const server = await EmbeddedPostgres.start({ dataDir, log: quiet, packageFolder });
  running.push(server);
  return server;
}

/** A database that was made and stopped, for tests that are not about making one: that takes longest of all. */
let made: Promise<string> | undefined;
async function makeDatabase(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-embedded-made-'));
  await chmod(folder, 0o755);
  await (await EmbeddedPostgres.start({ dataDir: join(folder, 'data'), log: quiet })).stop();
  return folder;
}

afterAll(async () => {
  if (made) await rm(await made, { recursive: true, force: true });
});

/** Puts a copy of it, with owners and rights, where `start` looks. */
async function useMadeDatabase(): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(await (made ??= makeDatabase()), 'data'), base]);
}

async function query(server: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(server.connection());
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(database = join(base, 'data/postgres/database')): Promise<number> {
  return Number((await readFile(join(database, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/** Another Node process that starts the server on the same folder; says "ready" or the reason why not. */
async function startInAnotherProcess(): Promise<{ child: ChildProcess; said: string }> {
  const hooks = new URL('../../../../test/support/typescript-hooks.mjs', import.meta.url).href;
  const module = new URL('./embedded-postgres.js', import.meta.url).href;
  const script = `
    import { register } from 'node:module';
    register(${JSON.stringify(hooks)});
    const module = await import(${JSON.stringify(module)});
    const log = { info() {}, warn() {}, error() {} };
    try {
      await module.EmbeddedPostgres.start({ dataDir: process.argv[1], log });
      console.log('ready');
    } catch (error) {
      console.log(error.name);
    }`;
  const args = ['--input-type=module', '-e', script, join(base, 'data')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: chunk.toString().trim() };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await condition()); await delay(10)) {
    if (Date.now() > deadline) throw new Error('the condition never came true');
  }
}

/** When the suite runs against another server, the embedded one has been tested before. */
const isElsewhere = process.env['TEST_DATABASE_URL'] !== undefined;

describe.skipIf(isElsewhere)('an empty folder', () => {
  it('becomes a server on a private socket, which keeps its content over a restart', async () => {
    const first = await start();
    expect(first.state).toBe('running');
    expect(first.connection().host).toBe(join(base, 'data/postgres/socket'));
    await query(first, 'create table note (body text)');
    await query(first, "insert into note values ('kept, ünïcode')");
    const [settings] = await query(
      first,
      `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
        current_setting('server_encoding') as encoding, current_setting('dynamic_shared_memory_type') as dsm,
        upper('straße ünï') as upper`,
    );
    expect(settings).toEqual({
      tcp: '',
      fsync: 'on',
      encoding: 'UTF8',
      dsm: 'mmap',
      upper: 'STRASSE ÜNÏ'.replace('SS', 'ß'),
    });
    expect((await stat(join(base, 'data/postgres/password'))).mode & 0o777).toBe(0o600);
    await first.stop();
    expect(first.state).toBe('stopped');
    expect(await readFile(join(base, 'data/postgres/server.log'), 'utf8')).toContain(
      'database system is shut down',
    );

    const second = await start();
    expect(await query(second, 'select body from note')).toEqual([{ body: 'kept, ünïcode' }]);
    expect(await readFile(join(base, 'data/postgres/server.log'), 'utf8')).not.toContain(
      'not properly shut down',
    );
  });

  it('becomes a server that refuses a wrong password', async () => {
    await useMadeDatabase();
    const server = await start();
    const client = new Client({ ...server.connection(), password: 'guess' });
    await expect(client.connect()).rejects.toMatchObject({ code: '28P01' });
  });
});

describe.skipIf(isElsewhere)('an embedded server that dies', () => {
  beforeEach(useMadeDatabase);

  it('is restarted, and pools connect again', async () => {
    const server = await start();
    const exits: string[] = [];
    server.onExit((reason) => exits.push(reason));
    const pool = new Pool(server.connection());
    pool.on('error', () => undefined);
    await pool.query('create table note as select 7 as n');

    process.kill(await serverPid(), 'SIGKILL');
    await until(() => server.state === 'restarting');
    // Fails as a rule; but the process of an open connection may outlive the server for a moment, and still answer.
    await Promise.allSettled([pool.query('select n from note')]);
    await until(() => server.state === 'running');
    expect((await pool.query('select n from note')).rows).toEqual([{ n: 7 }]);
    expect(exits).toEqual(['signal SIGKILL']);
    await pool.end();
  });

  it('is replaced at once while one of its processes still works', async () => {
    const server = await start();
    const client = new Client(server.connection());
    client.on('error', () => undefined);
    await client.connect();
    const long = client.query('select count(*) from generate_series(1, 10000000000)');
    await delay(100);
    process.kill(await serverPid(), 'SIGKILL');
    await expect(long).rejects.toThrow('terminated');
    await until(() => server.state === 'running');
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is watched further when it recovers on its own after losing a process', async () => {
    const server = await start();
    const pid = await serverPid();
    const client = new Client(server.connection());
    client.on('error', () => undefined);
    await client.connect();
    const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
    process.kill(row!.pid, 'SIGKILL');
    await until(() => server.state === 'restarting');
    await until(() => server.state === 'running');
    expect(await serverPid()).toBe(pid);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('stays stopped when it is stopped during the restart', async () => {
    const server = await start();
    const pid = await serverPid();
    process.kill(pid, 'SIGKILL');
    await until(() => server.state === 'restarting');
    await server.stop();
    await delay(300);
    expect(server.state).toBe('stopped');
    await expect(query(server, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.skipIf(isElsewhere)('a Bindery that was killed', () => {
  beforeEach(useMadeDatabase);

  it('leaves a server, which the next start replaces', async () => {
    const { child, said } = await startInAnotherProcess();
    expect(said).toBe('ready');
    const orphan = await serverPid();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(orphan)).toBe(true);

    const server = await start();
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(await processIdentity(orphan)).toBeUndefined();
  });

  it('leaves files with the ids of other processes, which the next start ignores', async () => {
    const database = join(base, 'data/postgres/database');
    // Our parent's id: alive, and no PostgreSQL.
    await writeFile(join(database, 'postmaster.pid'), `${process.ppid}\n${database}\n1\n5432\n/nowhere\n\n`);
    await writeFile(join(base, 'data/postgres/socket/.s.PGSQL.5432.lock'), `${process.ppid}\n`);
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe.skipIf(isElsewhere)('a second Bindery on the same folder', () => {
  beforeEach(useMadeDatabase);

  it('is refused, in this process and in another', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(DataFolderInUse);
    expect((await startInAnotherProcess()).said).toBe('DataFolderInUse');
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused by the database when process ids say nothing, as between two containers', async () => {
    const first = await start();
    const pid = await serverPid();
    await unlink(join(base, 'data/postgres/bindery.lock'));
    await expect(start()).rejects.toThrow(/Another Bindery .* is already running on the data folder/);
    expect(await serverPid()).toBe(pid);
    expect(first.state).toBe('running');
  });
});

describe.skipIf(isElsewhere)('an unusual installation', () => {
  it('may have a path too long for a socket', async () => {
    const dataDir = join(base, 'a long, "quoted" folder name'.repeat(4), 'data');
    const server = await start(dataDir);
    const { host } = server.connection();
    expect(host.length).toBeLessThan(90);
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect((await readFile(join(dataDir, 'postgres/socket-folder.txt'), 'utf8')).trim()).toBe(host);
    outside.push(host);
    await server.stop();
    expect((await start(dataDir)).connection().host).toBe(host);
  });

  it.runIf(asRoot)('may have a folder that only root can open', async () => {
    const dataDir = join(base, 'closed/data');
    await mkdir(dirname(dataDir), { mode: 0o700 });
    const server = await start(dataDir);
    const note = await readFile(join(dataDir, 'WHERE-THE-DATABASE-IS.txt'), 'utf8');
    const home = note.split('\n').find((line) => line.startsWith('/var/lib/bindery/'))!;
    outside.push(home);
    expect(server.connection().host).toBe(join(home, 'socket'));
    await query(server, 'create table note as select 7 as n');
    await server.stop();
    expect(await query(await start(dataDir), 'select n from note')).toEqual([{ n: 7 }]);
    await running.at(-1)!.stop();
    await rm(home, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/which is missing/);
  });

  it('may have the programs without their library links', async () => {
    const folder = await copyOfPackage();
    const { native, links } = await findPostgresPackage(folder);
    for (const { link } of links) await rm(join(native, link), { force: true });
    expect(await query(await start(undefined, folder), 'select 1 as one')).toEqual([{ one: 1 }]);
    for (const { link } of links) await expect(stat(join(native, link))).rejects.toThrow('ENOENT');
  });
});

describe.skipIf(isElsewhere)('an unusable installation', () => {
  it('is refused without harm when it is the folder of another major version', async () => {
    await useMadeDatabase();
    const version = join(base, 'data/postgres/database/PG_VERSION');
    await writeFile(version, '16\n');
    await expect(start()).rejects.toThrow(DataFolderUnusable);
    await expect(start()).rejects.toThrow(/PostgreSQL 16 .* PostgreSQL 18.*DATABASE_URL/);
    await writeFile(version, '18\n');
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is reported in one sentence with DATABASE_URL when programs are missing or do not run', async () => {
    await expect(start(undefined, join(base, 'nothing'))).rejects.toThrow(EmbeddedPostgresUnavailable);
    const folder = await copyOfPackage();
    const program = join(folder, 'native/bin/postgres');
    await writeFile(program, await otherMachinesProgram(program));
    await expect(start(undefined, folder)).rejects.toThrow(
      /another kind of processor; set DATABASE_URL .*\.$/,
    );
    await unlink(program);
    await expect(start(undefined, folder)).rejects.toThrow(
      /^The bundled PostgreSQL .* is incomplete .*; set DATABASE_URL/,
    );
    // None of this may leave the folder locked.
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

async function copyOfPackage(): Promise<string> {
  const { native } = await findPostgresPackage();
  const folder = join(base, 'package');
  await cp(dirname(native), folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** The same program with another machine type in its header. */
async function otherMachinesProgram(path: string): Promise<Buffer> {
  const program = await readFile(path);
  if (process.platform === 'linux') program.writeUInt16LE(0xf3, 18);
  else program.fill(0, 0, 64);
  return program;
}
