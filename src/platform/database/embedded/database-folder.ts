import { randomBytes } from 'node:crypto';
import { chown, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { DataFolder } from './data-folder.js';
import { DataFolderUnusable, EmbeddedPostgresUnavailable, errorText } from './errors.js';
import { ensureFolder, readIfThere, statIfThere, writeAtomically } from './files.js';
import { programPath } from './package.js';
import { runProgram } from './run-program.js';
import { initdbArguments } from './settings.js';

/** Reads the database's password, or makes one when there is neither a password nor a database yet. */
export async function openPassword(folder: DataFolder): Promise<string> {
  const existing = (await readIfThere(folder.passwordFile))?.trim();
  if (existing) return existing;
  if (await statIfThere(folder.database)) {
    throw new DataFolderUnusable(
      `The database in ${folder.database} cannot be opened because its password file ${folder.passwordFile} is missing: bring the file back.`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeAtomically(folder.passwordFile, `${password}\n`);
  return password;
}

/**
 * Makes the database folder on first use and checks an existing one.
 * @returns whether it was made now.
 * @throws DataFolderUnusable when it was written by another major version; nothing is changed then.
 */
export async function ensureDatabaseFolder(
  folder: DataFolder,
  programs: { native: string; major: number },
  password: string,
): Promise<boolean> {
  const found = await statIfThere(folder.database);
  if (found) await checkVersion(folder, programs.major);
  else await initialize(folder, programs.native, password);
  return found === undefined;
}

async function checkVersion({ database }: DataFolder, major: number): Promise<void> {
  const version = (await readIfThere(join(database, 'PG_VERSION')))?.trim();
  if (version === String(major)) return;
  throw new DataFolderUnusable(
    version
      ? `The database in ${database} was made by PostgreSQL ${version} and this Bindery carries PostgreSQL ${major}: move the content over with a dump from the Bindery version that made it, or set DATABASE_URL.`
      : `The folder ${database} does not hold a PostgreSQL database: move it away to begin with an empty one.`,
  );
}

/** Works in a separate folder until the very end, so that an interrupted first start leaves nothing half made. */
async function initialize(folder: DataFolder, native: string, password: string): Promise<void> {
  await removeInterrupted(folder);
  // The name is unique, because programs of a killed first start may still write to theirs.
  const growing = `${folder.database}.${randomBytes(6).toString('hex')}.new`;
  const passwordCopy = `${growing}.password`;
  await ensureFolder(growing, 0o700, folder.user);
  try {
    await writeFile(passwordCopy, `${password}\n`, { mode: 0o600 });
    if (folder.user) await chown(passwordCopy, folder.user.uid, folder.user.gid);
    const { exitCode, output, failure } = await runProgram(
      programPath(native, 'initdb'),
      initdbArguments(growing, passwordCopy),
      { user: folder.user, cwd: folder.home },
    );
    if (exitCode !== 0) throw new EmbeddedPostgresUnavailable(failure ? errorText(failure) : explain(output));
    await rename(growing, folder.database);
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(growing, { recursive: true, force: true });
  }
}

async function removeInterrupted({ home, database }: DataFolder): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(`${basename(database)}.`)) continue;
    await rm(join(home, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function explain(output: string): string {
  const lookup = /could not look up effective user ID (\d+)/.exec(output);
  if (lookup) {
    return `the account with number ${lookup[1]} has no name in /etc/passwd, which PostgreSQL needs to make a database folder (start Bindery as root or as a named account)`;
  }
  const errors = output.split('\n').filter((line) => /error|fatal|denied|failed|could not/i.test(line));
  return `making the database folder failed (${errors[0] ?? output.split('\n')[0] ?? 'no reason given'})`;
}
