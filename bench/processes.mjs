/* Starts and stops the processes that a run measures. */
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const TOKEN = 'bdy_benchmark_0123456789abcdef';

/**
 * Bindery itself, on `DATABASE_URL` or an embedded database in a temporary folder. Call `start` again for a warm start.
 * @param environment further variables.
 */
export async function createBindery(environment = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bindery-bench-'));
  // As root, the database server drops its rights and must still reach its folder.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_TOKEN: TOKEN,
    DEMO: 'false',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    ALLOW_PRIVATE_NETWORK: 'true',
    ...environment,
  };
  let child;
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    /** Seconds until `/readyz` answered 200. */
    async start() {
      const begin = performance.now();
      child = spawn(process.execPath, ['--max-semi-space-size=8', join(root, 'dist/src/main.js')], {
        env,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await untilReady(`http://127.0.0.1:${port}/readyz`);
      return (performance.now() - begin) / 1000;
    },
    /** Connection to its database, for other processes. */
    connection() {
      if (process.env.DATABASE_URL) return { connectionString: process.env.DATABASE_URL };
      const folder = join(dataDir, 'postgres');
      const password = readFileSync(join(folder, 'password'), 'utf8').trim();
      return { host: join(folder, 'socket'), port: 5432, user: 'bindery', password, database: 'bindery' };
    },
    /** Statistics as the database makes them by itself some minutes after so much was written: plans follow them. */
    async analyze() {
      const client = new pg.Client(this.connection());
      await client.connect();
      await client.query('analyze').finally(() => client.end());
    },
    /** Resident memory of our process in MB, without the embedded database's. */
    memory() {
      const line = readFileSync(`/proc/${child.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
      return Number(line?.[1]) / 1024;
    },
    async stop() {
      await ended(child);
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

/** The yardsticks: bare node:http, bare Express + pg with one select, bare Express sending given bytes. */
export async function startBare(options) {
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'bench/bare.mjs')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  child.stdin.end(JSON.stringify(options));
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return { url: `http://127.0.0.1:${port}`, stop: () => ended(child) };
}

/** Runs one load task in its own process. */
export async function load(task) {
  const child = spawn(process.execPath, [join(root, 'bench/load.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(task));
  let output = '';
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output);
}

async function untilReady(url) {
  for (const deadline = Date.now() + 180_000; Date.now() < deadline;) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} did not become ready`);
}

function ended(child) {
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
