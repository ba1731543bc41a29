import { chmod, cp, lstat, readdir, rename, rm, symlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresUnavailable, errorCode, errorText } from './errors.js';
import { ensureFolder, statIfThere } from './files.js';
import { programPath, type PostgresPackage } from './package.js';
import { checkProgram, ProgramDoesNotRun } from './program-check.js';
import { hasRights, mayEnter, type ServerUser } from './server-user.js';

const ABANDONED_AFTER_MS = 10 * 60_000;

/** Programs that were seen to run: the folder with `bin`, `lib` and `share`, and PostgreSQL's major version. */
export interface Programs {
  native: string;
  major: number;
}

/**
 * Provides programs that the server's account can run: the package itself when that works in place, otherwise a copy
 * (made once per package version) in the first of `copyFolders` that can be written and run from.
 * @throws EmbeddedPostgresUnavailable when no folder works, with the reason for the last one tried.
 */
export async function prepareBinaries(
  source: PostgresPackage,
  copyFolders: string[],
  user?: ServerUser,
): Promise<Programs> {
  const inPlace = (await linksArePresent(source)) && (!user || (await isUsableBy(user, source.native)));
  const places = copyFolders.map((folder) => () => copyOnce(source, folder, user));
  if (inPlace) places.unshift(() => Promise.resolve(source.native));
  let failure: unknown;
  for (const place of places) {
    try {
      const native = await place();
      return { native, major: await checkProgram(native, user) };
    } catch (error) {
      // A program that may not run may work on another disk; one that cannot run fails from any copy.
      if (error instanceof ProgramDoesNotRun && !error.mayWorkElsewhere) throw error;
      failure = error;
    }
  }
  if (failure instanceof ProgramDoesNotRun) throw failure;
  throw new EmbeddedPostgresUnavailable(
    `its programs cannot be copied to ${copyFolders.join(' or ')} (${errorText(failure)})`,
  );
}

/** Removes copies of other package versions from a folder that only this data folder uses. */
export async function removeOtherCopies(folder: string, inUse: string): Promise<void> {
  if (!(await statIfThere(folder))) return;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (path !== inUse) await rm(path, { recursive: true, force: true });
  }
}

async function linksArePresent({ native, links }: PostgresPackage): Promise<boolean> {
  for (const { link } of links) if (!(await statIfThere(join(native, link)))) return false;
  return true;
}

/** Samples one file of each kind: an install under a strict umask makes all of them private alike. */
async function isUsableBy(user: ServerUser, native: string): Promise<boolean> {
  const programs = [programPath(native, 'postgres'), programPath(native, 'initdb')];
  const libraries = join(native, 'lib');
  const shared = join(native, 'share', 'postgresql');
  for (const folder of [dirname(programs[0]!), join(libraries, 'postgresql'), shared]) {
    if (!(await mayEnter(user, folder))) return false;
  }
  const firstLibrary = (await readdir(libraries)).find(
    (name) => name.includes('.so') || name.endsWith('.dylib'),
  );
  const samples = [...(firstLibrary ? [join(libraries, firstLibrary)] : []), join(shared, 'postgres.bki')];
  for (const file of samples) if (!(await hasRights(user, file, 0o4))) return false;
  for (const file of programs) if (!(await hasRights(user, file, 0o5))) return false;
  return true;
}

/** The copy appears under its final name only when complete, so two processes may do this at the same time. */
async function copyOnce(source: PostgresPackage, folder: string, user?: ServerUser): Promise<string> {
  await ensureFolder(folder, user ? 0o755 : 0o700);
  if (user && !(await mayEnter(user, folder))) throw new Error(`${user.name} may not enter ${folder}`);
  const target = join(folder, `postgresql-${source.version}-${process.platform}-${process.arch}`);
  if (await isOurCopy(target)) return target;
  await removeAbandonedCopies(target);
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await copyPrograms(source, temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    const otherWasFaster = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST';
    if (!otherWasFaster || !(await isOurCopy(target))) throw error;
  }
  return target;
}

/** Programs are run from here, so a folder that another account planted under the expected name must not be taken. */
async function isOurCopy(target: string): Promise<boolean> {
  const found = await statIfThere(target);
  if (!found) return false;
  if (!found.isDirectory() || (process.geteuid && found.uid !== process.geteuid() && found.uid !== 0)) {
    throw new Error(`${target} belongs to someone else`);
  }
  return true;
}

async function copyPrograms({ native, links }: PostgresPackage, target: string): Promise<void> {
  await cp(native, target, { recursive: true, verbatimSymlinks: true, filter: isNeededToRun });
  for (const { link, target: pointsTo } of links) {
    const path = join(target, link);
    if (!(await statIfThere(path))) await symlink(relative(dirname(link), pointsTo), path);
  }
  await openToEveryone(target);
}

/** Half of the files only serve to compile extensions against. */
function isNeededToRun(path: string): boolean {
  return !path.endsWith('.a') && basename(path) !== 'pgxs' && basename(path) !== 'pkgconfig';
}

async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToEveryone(path);
    else if (entry.isFile()) await chmod(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** Copies whose maker was killed; one that is still being made is younger. */
async function removeAbandonedCopies(target: string): Promise<void> {
  const folder = dirname(target);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(target)}.`) || !name.endsWith('.tmp')) continue;
    const path = join(folder, name);
    const age = Date.now() - (await lstat(path)).mtimeMs;
    if (age > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
