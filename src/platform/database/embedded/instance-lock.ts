import { basename, dirname, join } from 'node:path';
import { link, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DataFolderInUse, errorCode } from './errors.js';
import { readIfThere } from './files.js';
import { isBeforeBoot, processIdentity } from './process-identity.js';
import { LivenessSocket } from './sign-of-life.js';

interface LockHolder {
  pid: number;
  identity: string;
  writtenAt: number;
  /** The lock file's own inode: a copy of a data folder carries a copy of the lock, and that one holds nothing. */
  inode: number;
  token: string;
  /** The name of the holder's socket, beside the lock, where there can be one. */
  signOfLife?: string;
}

const ATTEMPTS = 20;
/** Error codes of file systems without hard links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
/** Longer than a rival needs to put back a lock that it set aside by mistake. */
const SETTLING_MS = 30;

/**
 * Keeps a second Bindery off a data folder, from before the server starts until after it has stopped. The file names its
 * process and a socket that process listens on; a file whose process is gone counts for nothing, so a kill, a crash or a
 * restart of the machine needs no clean-up.
 */
export class InstanceLock {
  private constructor(
    private readonly path: string,
    private readonly token: string,
    private readonly signOfLife?: LivenessSocket,
  ) {}

  /**
   * Takes the lock of a data folder.
   * @throws DataFolderInUse when a live process holds it, this very process included.
   */
  static async acquire(path: string, dataDir: string): Promise<InstanceLock> {
    const token = randomBytes(12).toString('hex');
    const socket = `alive-${token.slice(0, 8)}`;
    const signOfLife = await LivenessSocket.give(join(dirname(path), socket));
    try {
      const identity = (await processIdentity(process.pid)) ?? '';
      const own = { pid: process.pid, identity, token, signOfLife: signOfLife && socket };
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (!(await create(path, own))) await removeIfDead(path, dataDir);
        else if (await isKept(path, token)) return new InstanceLock(path, token, signOfLife);
      }
      throw new DataFolderInUse(dataDir, 'several are starting at once');
    } catch (error) {
      await signOfLife?.end();
      throw error;
    }
  }

  /** Gives the lock back; a lock that somebody else has taken over meanwhile stays theirs. */
  async release(): Promise<void> {
    if (parse(await readIfThere(this.path))?.token === this.token) await rm(this.path, { force: true });
    await this.signOfLife?.end();
  }
}

/** Puts the lock in place; false when there is one. */
async function create(path: string, own: Omit<LockHolder, 'writtenAt' | 'inode'>): Promise<boolean> {
  const draft = `${path}.${own.token}.new`;
  try {
    await write(draft, own);
    // Whole or not at all: a rival never sees half a lock.
    await link(draft, path).catch((error: unknown) => {
      if (!NO_LINKS.has(errorCode(error) ?? '')) throw error;
      return write(path, own);
    });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** @throws EEXIST when the file is there already. */
async function write(path: string, own: Omit<LockHolder, 'writtenAt' | 'inode'>): Promise<void> {
  const file = await open(path, 'wx', 0o644);
  try {
    const { ino: inode } = await file.stat();
    const holder: LockHolder = { ...own, writtenAt: Date.now(), inode };
    await file.writeFile(JSON.stringify(holder));
  } finally {
    await file.close();
  }
}

/** True when the lock is still ours after rivals that removed a dead one at the same time have finished. */
async function isKept(path: string, token: string): Promise<boolean> {
  await delay(SETTLING_MS);
  return parse(await readIfThere(path))?.token === token;
}

async function removeIfDead(path: string, dataDir: string): Promise<void> {
  const seen = await readIfThere(path);
  const holder = parse(seen);
  if (holder && (await isHeld(path, holder))) throw new DataFolderInUse(dataDir, `process ${holder.pid}`);
  if (seen === undefined || seen !== (await readIfThere(path))) return;
  await setAside(path, seen);
  if (holder?.signOfLife) await rm(join(dirname(path), basename(holder.signOfLife)), { force: true });
}

async function isHeld(path: string, holder: LockHolder): Promise<boolean> {
  const inode = await stat(path).then(
    (found) => found.ino,
    () => undefined,
  );
  if (inode !== holder.inode) return false;
  if (process.platform !== 'linux' && isBeforeBoot(holder.writtenAt)) return false;
  if (holder.identity !== '' && (await processIdentity(holder.pid)) === holder.identity) return true;
  return (
    holder.signOfLife !== undefined && LivenessSocket.isSeen(join(dirname(path), basename(holder.signOfLife)))
  );
}

/** Moves a dead lock away. When a rival did so first and already holds a new one, that one is put back. */
async function setAside(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}.old`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) === seen) await rm(aside, { force: true });
  else await rename(aside, path);
}

function parse(text: string | undefined): LockHolder | undefined {
  try {
    const holder = JSON.parse(text ?? '') as LockHolder | null;
    return typeof holder?.pid === 'number' && typeof holder.identity === 'string' ? holder : undefined;
  } catch {
    return undefined;
  }
}
