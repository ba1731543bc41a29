import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataFolder } from './data-folder.js';
import { DataFolderInUse, EmbeddedPostgresError } from './errors.js';
import { readIfThere } from './files.js';
import { commandLineOf, isAlive, processesNaming } from './process-identity.js';
import { askServer, Ownership } from './sessions.js';
import type { Endpoint } from './settings.js';
import { sendSignal, signalServer, STOP_STEPS } from './stop-server.js';

/** The server's description of itself in its folder; the file stays behind when the server is killed. */
interface PostmasterFile {
  pid: number;
  endpoint?: Endpoint;
}

const POLL_MS = 20;
const SETTLE_STARTING_MS = 30_000;
const WORKERS_END_WITHIN_MS = 5_000;

/**
 * A name for the processes that work on a database folder. It comes from what the folder is and not from where it lies or what
 * is in it: a moved folder keeps it, a copy gets another.
 */
export async function folderTag(databaseFolder: string): Promise<string> {
  const { dev, ino } = await stat(databaseFolder, { bigint: true });
  return `bindery-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 20)}`;
}

/**
 * Clears the way for a new server: stops one that a killed Bindery left running, and removes the file of one that is gone.
 * We do not keep the old one: a server we started ourselves has our programs and settings, and tells us when it ends.
 * @throws DataFolderInUse when that server belongs to a Bindery that lives, for example in another container.
 */
export async function settleLeftover(
  folder: DataFolder,
  password: string,
  log: (msg: string) => void,
): Promise<void> {
  const file = join(folder.database, 'postmaster.pid');
  const tag = await folderTag(folder.database);
  const left = parsePostmasterFile(await readIfThere(file));
  if (!left) {
    await rm(file, { force: true });
    return;
  }
  const running = await isServer(left.pid, tag);
  if (left.endpoint) await refuseIfOwned(folder, left.endpoint, password, running);
  if (running) {
    log('A PostgreSQL server of an earlier run is still there; stopping it before starting anew.');
    await stopLeftover(left.pid, folder, tag);
  }
  await endWorkers(tag);
  // PostgreSQL would take any process that has this id by now for its predecessor and refuse to start.
  await rm(file, { force: true });
}

/**
 * Ends what a killed server left at work: a process in the middle of a long statement does not notice, and no new server may
 * start before it is done. Nothing it wrote can count any more, so there is nothing to wait for.
 */
async function endWorkers(tag: string): Promise<void> {
  const deadline = Date.now() + WORKERS_END_WITHIN_MS;
  for (;;) {
    const workers = await processesNaming(`postgres: ${tag}: `);
    if (workers.length === 0 || Date.now() > deadline) return;
    for (const pid of workers) sendSignal(pid, 'SIGKILL');
    await delay(POLL_MS);
  }
}

async function refuseIfOwned(
  folder: DataFolder,
  endpoint: Endpoint,
  password: string,
  running: boolean,
): Promise<void> {
  const deadline = Date.now() + SETTLE_STARTING_MS;
  let answer = await askServer(endpoint, password);
  // A server we cannot see among our processes, but which answers, is run by someone else: learn whether it stays.
  while (answer === 'starting' && !running && Date.now() < deadline) {
    await delay(POLL_MS * 5);
    answer = await askServer(endpoint, password);
  }
  if (answer === 'silent' || (running && answer !== 'ready')) return;
  const ownership = answer === 'ready' ? await Ownership.claim(endpoint, password) : undefined;
  await ownership?.release();
  if (!running || !ownership)
    throw new DataFolderInUse(folder.dataDir, 'on this or another machine or container');
}

async function stopLeftover(pid: number, folder: DataFolder, tag: string): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    await signalServer(pid, signal, folder);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!(await isServer(pid, tag))) return;
      await delay(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL server of an earlier run (process ${pid}) does not stop: end it by hand.`,
  );
}

/** True when a process is the PostgreSQL server of this very folder, rather than another process with a reused id. */
async function isServer(pid: number, tag: string): Promise<boolean> {
  if (process.platform === 'win32') return isAlive(pid);
  return (await commandLineOf(pid))?.includes(`cluster_name=${tag}`) ?? false;
}

function parsePostmasterFile(text: string | undefined): PostmasterFile | undefined {
  const [pid, , , port, socketFolder] = (text ?? '').split('\n');
  if (!pid || !/^\d+$/.test(pid)) return undefined;
  if (socketFolder) return { pid: Number(pid), endpoint: { kind: 'socket', folder: socketFolder } };
  return { pid: Number(pid), endpoint: port ? { kind: 'tcp', port: Number(port) } : undefined };
}
