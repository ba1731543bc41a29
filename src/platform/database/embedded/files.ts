import { chmod, chown, lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { errorCode } from './errors.js';

/** The stats of a path without following a last symbolic link; undefined when the path does not exist. */
export async function statIfThere(path: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(path));
}

/** The text of a file; undefined when the file does not exist. */
export async function readIfThere(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, 'utf8'));
}

/** Writes a whole file or nothing: a reader, or the next start after a power cut, never sees half of it. */
export async function writeAtomically(path: string, text: string, mode = 0o600): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(temporary, text, { mode, flush: true });
  await rename(temporary, path);
}

/** Makes a folder (if missing) with exactly this mode, whatever the umask, and hands it to the server's user if there is one. */
export async function ensureFolder(
  path: string,
  mode: number,
  owner?: { uid: number; gid: number },
): Promise<void> {
  await mkdir(path, { recursive: true, mode });
  await chmod(path, mode);
  if (owner) await chown(path, owner.uid, owner.gid);
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
