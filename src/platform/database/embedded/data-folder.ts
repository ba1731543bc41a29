import { createHash } from 'node:crypto';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DataFolderUnusable,
  EmbeddedPostgresError,
  EmbeddedPostgresUnavailable,
  errorCode,
  errorText,
} from './errors.js';
import { ensureFolder, readIfThere, statIfThere, writeAtomically } from './files.js';
import { chooseServerUser, mayEnter, ownerOf, runsAsRoot, type ServerUser } from './server-user.js';

/** Folder for the server's files when its account may not enter the data folder of root. */
const OUTSIDE = '/var/lib/bindery';
const DATABASE = 'database';
const NOTE = 'WHERE-THE-DATABASE-IS.txt';
const OWNER = 'data-folder.txt';

export interface DataFolder {
  dataDir: string;
  /** `DATA_DIR/postgres`: the lock, the password and the log, which are ours alone. */
  own: string;
  /** Folder that the server's account uses: the same folder, or one under /var/lib/bindery. */
  home: string;
  /** PostgreSQL's own folder below `home`. */
  database: string;
  passwordFile: string;
  lockFile: string;
  logFile: string;
  /** Set when we are root: the account to run the server under. */
  user?: ServerUser;
  /** For a copy of the programs, where one is needed and the server's account may enter. */
  programs: string;
  /** Folders that may hold such a copy, best first. */
  copyFolders: string[];
}

/**
 * Makes the folders and decides where the database lies and under which account it runs.
 * @throws DataFolderUnusable when an existing database cannot be used from here.
 * @throws EmbeddedPostgresUnavailable when no fitting folder can be made.
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true });
    const dataDir = await realpath(path);
    const own = join(dataDir, 'postgres');
    // Root's files in it are private by themselves; the server's account must be able to pass through to its own.
    await ensureFolder(own, runsAsRoot() ? 0o711 : 0o700);
    return runsAsRoot() ? await openAsRoot(dataDir, own) : await openAsUser(dataDir, own);
  } catch (error) {
    throw asOneSentence(error, path);
  }
}

/** The file system's error (no permission, a full disk) as a sentence; other errors stay as they are. */
export function asOneSentence(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedPostgresError || !/^E[A-Z]+$/.test(errorCode(error) ?? '')) return error;
  return new DataFolderUnusable(
    `The data folder ${dataDir} cannot be used (${errorText(error)}): check its owner and its disk, choose another DATA_DIR, or set DATABASE_URL to use your own PostgreSQL server.`,
  );
}

async function openAsUser(dataDir: string, own: string): Promise<DataFolder> {
  const noted = await readNote(dataDir);
  if (noted) throw foreignOwner(noted);
  const found = await statIfThere(join(own, DATABASE));
  if (found && process.geteuid && found.uid !== process.geteuid()) throw foreignOwner(join(own, DATABASE));
  return layout(dataDir, own, own);
}

async function openAsRoot(dataDir: string, own: string): Promise<DataFolder> {
  const noted = await readNote(dataDir);
  if (noted) await checkNoted(dataDir, noted);
  const existing = join(noted ?? own, DATABASE);
  const hasDatabase = (await statIfThere(existing)) !== undefined;
  // A database keeps its account, also one that an ordinary user began.
  const user = (hasDatabase ? await ownerOf(existing) : undefined) ?? (await chooseServerUser());
  if (noted) return layout(dataDir, own, noted, user);
  if (await mayEnter(user, own)) return layout(dataDir, own, own, user);
  if (hasDatabase) {
    throw new DataFolderUnusable(
      `The database in ${existing} belongs to the account ${user.name}, which may no longer enter that folder: give the folders above it mode 755, or start Bindery as ${user.name}.`,
    );
  }
  return layout(dataDir, own, await makeOutside(dataDir, user), user);
}

function layout(dataDir: string, own: string, home: string, user?: ServerUser): DataFolder {
  const programs = join(own, 'programs');
  return {
    dataDir,
    own,
    home,
    database: join(home, DATABASE),
    passwordFile: join(own, 'password'),
    lockFile: join(own, 'bindery.lock'),
    logFile: join(own, 'server.log'),
    programs,
    copyFolders: [...(home === own ? [programs] : []), ...(user ? [OUTSIDE] : [])],
    user,
  };
}

/** The folder the note in the data folder names, if there is a note. */
async function readNote(dataDir: string): Promise<string | undefined> {
  const note = await readIfThere(join(dataDir, NOTE));
  return note?.split('\n').find((line) => line.startsWith('/'));
}

async function checkNoted(dataDir: string, noted: string): Promise<void> {
  if (!(await statIfThere(noted))) {
    throw new DataFolderUnusable(
      `The database of ${dataDir} should be in ${noted}, which is missing: bring that folder back, or delete ${join(dataDir, NOTE)} to begin with an empty database.`,
    );
  }
  const owner = (await readIfThere(join(noted, OWNER)))?.trim();
  if (owner === dataDir) return;
  if (owner && (await readNote(owner)) === noted) {
    throw new DataFolderUnusable(
      `The data folder ${dataDir} is a copy of ${owner}, and both name the same database in ${noted}: use DATABASE_URL or another DATA_DIR for the copy.`,
    );
  }
  await writeAtomically(join(noted, OWNER), `${dataDir}\n`, 0o644);
}

/** A new folder for this data folder's database, and the note that leads to it. */
async function makeOutside(dataDir: string, user: ServerUser): Promise<string> {
  try {
    await ensureFolder(OUTSIDE, 0o755);
    const home = await unusedFolder(
      join(OUTSIDE, createHash('sha256').update(dataDir).digest('hex').slice(0, 16)),
    );
    await ensureFolder(home, 0o711);
    await writeAtomically(join(home, OWNER), `${dataDir}\n`, 0o644);
    await writeAtomically(join(dataDir, NOTE), noteText(home, user), 0o644);
    if (!(await mayEnter(user, home))) throw new Error(`${user.name} may not enter ${home}`);
    return home;
  } catch (error) {
    throw new EmbeddedPostgresUnavailable(
      `Bindery runs as root, PostgreSQL must run as ${user.name}, which may not enter ${dataDir}, and a folder below ${OUTSIDE} cannot be made (${errorText(error)}); choose another DATA_DIR`,
    );
  }
}

/** A folder that is there without a note was left by a data folder since deleted: its password is gone with it. */
async function unusedFolder(wanted: string): Promise<string> {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? wanted : `${wanted}-${count}`;
    if (!(await statIfThere(candidate))) return candidate;
  }
}

function noteText(home: string, user: ServerUser): string {
  return [
    'Bindery was started as root. PostgreSQL refuses to run as root, so it runs as the account',
    `${user.name}, which may not enter this folder. The database is therefore in`,
    '',
    home,
    '',
    'Back up, move and delete both folders together.',
    '',
  ].join('\n');
}

function foreignOwner(folder: string): DataFolderUnusable {
  return new DataFolderUnusable(
    `The database in ${folder} was begun by another account: start Bindery as root or as that account, or choose another DATA_DIR.`,
  );
}

/** True when the path is a real folder that only its owner (this account or the server's) may enter. */
export async function isPrivateFolder(path: string, user?: ServerUser): Promise<boolean> {
  const found = await statIfThere(path);
  if (!found?.isDirectory()) return false;
  const owner = user?.uid ?? process.geteuid?.() ?? found.uid;
  return found.uid === owner && (found.mode & 0o077) === 0;
}
