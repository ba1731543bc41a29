import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tells machines and containers that share a folder for temporary files apart: process ids mean nothing across them. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = new RegExp(`^bindery-run-${MACHINE}-(\\d+)-`);
const CHILD = 'child.pid';

/**
 * Makes a folder for temporary files that says whose it is. Only this user of the machine can open it.
 * @param owner id of the process that it belongs to.
 */
export function makeOwnFolder(owner = process.pid): Promise<string> {
  return mkdtemp(join(tmpdir(), `bindery-run-${MACHINE}-${owner}-`));
}

/** Notes in a folder which process works in it. */
export async function noteChild(folder: string, pid: number): Promise<void> {
  await writeFile(join(folder, CHILD), String(pid)).catch(() => undefined);
}

/** Ends the processes of servers that were killed, and removes their folders. Others go on undisturbed. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(NAME.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    await endChild(folder);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Its id may be another's by now: only a process that was started with the folder is ended. */
async function endChild(folder: string): Promise<void> {
  const pid = Number(await readFile(join(folder, CHILD), 'utf8').catch(() => ''));
  if (!pid) return;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  if (command.includes(folder)) process.kill(pid, 'SIGKILL');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
