import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readIfThere } from './files.js';

/** The account PostgreSQL runs under when we are root, because it refuses to run as root. */
export interface ServerUser {
  uid: number;
  gid: number;
  name: string;
}

const PREFERRED_ACCOUNTS = ['nobody', 'postgres'];
const OVERFLOW_ID = 65534;

/** True when this process is root and must therefore start the server as another account. */
export function runsAsRoot(): boolean {
  return process.geteuid?.() === 0;
}

/**
 * The unprivileged account for a new database folder. `nobody` first: unlike `postgres` it owns no other database on the
 * machine. Without any of the usual accounts the id that every kernel reserves for "nobody" is used.
 */
export async function chooseServerUser(passwdFile = '/etc/passwd'): Promise<ServerUser> {
  const accounts = await readAccounts(passwdFile);
  for (const name of PREFERRED_ACCOUNTS) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (account) return account;
  }
  return { uid: OVERFLOW_ID, gid: OVERFLOW_ID, name: `uid ${OVERFLOW_ID}` };
}

/** The account that owns an existing folder; nothing when that is root. */
export async function ownerOf(folder: string, passwdFile = '/etc/passwd'): Promise<ServerUser | undefined> {
  const { uid, gid } = await stat(folder);
  if (uid === 0) return undefined;
  const account = (await readAccounts(passwdFile)).find((candidate) => candidate.uid === uid);
  return { uid, gid, name: account?.name ?? `uid ${uid}` };
}

/** True when the account may enter `folder` and every folder on the way to it. */
export async function mayEnter(user: ServerUser, folder: string): Promise<boolean> {
  for (let current = resolve(folder); ; current = dirname(current)) {
    if (!(await hasRights(user, current, 0o1))) return false;
    if (current === dirname(current)) return true;
  }
}

/** True when the mode bits give the account these rights (4 read, 1 execute or enter) on one path, its parents aside. */
export async function hasRights(user: ServerUser, path: string, rights: number): Promise<boolean> {
  const { mode, uid, gid } = await stat(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & rights) === rights;
}

async function readAccounts(passwdFile: string): Promise<ServerUser[]> {
  const text = (await readIfThere(passwdFile)) ?? '';
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
