import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#platform/database/embedded/process-identity.js';

/** Tells machines and containers that share a folder for temporary files apart: process ids mean nothing across them. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const NAME = new RegExp(`^bindery-run-${MACHINE}-(\\d+)-`);

/**
 * Makes a folder for temporary files that says whose it is. Only this user of the machine can open it.
 * @param owner id of the process that it belongs to.
 */
export function makeOwnFolder(owner = process.pid): Promise<string> {
  return mkdtemp(join(tmpdir(), `bindery-run-${MACHINE}-${owner}-`));
}

/** Removes the folders of servers that were killed; their processes ended with them. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(NAME.exec(name)?.[1]);
    if (!owner || isAlive(owner)) continue;
    const folder = join(tmpdir(), name);
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}
