import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseConnection } from '../../src/platform/database/data-source.js';
import { eventually } from './eventually.js';

/** PgBouncer's program; undefined where it is not installed. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Pooler {
  connection: DatabaseConnection;
  start(): Promise<void>;
  /** Ends it without warning. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * PgBouncer in transaction mode before a database, with so few connections to it that requests share them.
 * @param place address of a database that listens on TCP.
 */
export async function startPooler(place: DatabaseConnection, poolSize = 3): Promise<Pooler> {
  const url = place.url === undefined ? undefined : new URL(place.url);
  const direct = {
    host: url?.hostname ?? place.host ?? '',
    port: url?.port || String(place.port ?? 5432),
    user: decodeURIComponent(url?.username ?? place.user ?? ''),
    password: decodeURIComponent(url?.password ?? place.password ?? ''),
    dbname: url?.pathname.slice(1) ?? place.database ?? '',
  };
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'bindery-pooler-'));
  chmodSync(folder, 0o755);
  const settings = join(folder, 'pgbouncer.ini');
  const target = Object.entries(direct)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${value}`);
  writeFileSync(
    settings,
    `[databases]
${direct.dbname} = ${target.join(' ')} connect_query='set jit = off'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
  );
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    // It does not run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    child = spawn(PGBOUNCER ?? '', ['-q', ...user, settings], { stdio: 'ignore' });
    await eventually(() => reach(port));
  };
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  await start();
  const directUrl = new URL(`postgres://${direct.host}:${direct.port}/${direct.dbname}`);
  Object.assign(directUrl, { username: direct.user, password: direct.password });
  return {
    connection: {
      url: `postgres://${encodeURIComponent(direct.user)}@127.0.0.1:${port}/${direct.dbname}`,
      directUrl: directUrl.href,
    },
    start,
    kill,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function reach(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
