/* Carried out in threads: a repository is unpacked away from the event loop. */
import fs from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { BadRequest } from '#platform/http/errors.js';
import { loadGit } from './load-git.js';
import { checkPack, PACK_LIMITS, requireSum } from './pack-limits.js';

const MAX_FILES = 50_000;
/** One folder can be in many places, so a small repository can have folders without end. */
const MAX_FOLDERS = 10_000;
const DEEPEST_FOLDER = 100;
/** The library keeps what it has read of a pack; after so much it begins anew. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export const PACK = '.git/objects/pack/fetched.pack';
export const BLOBS = 'blobs';
export const SYMBOLIC_LINK = '120000';

export interface RepositoryToRead {
  dir: string;
  /** Id of a commit, or of a tag that leads to one. */
  oid: string;
  /** For reading the bytes of files are wanted, by their ids in the folder `BLOBS`; for writing the folders, in the repository. */
  isToWrite: boolean;
}

export interface TreeFile {
  oid: string;
  mode: string;
  type: 'blob' | 'commit';
}

export interface CommitRead {
  oid: string;
  message: string;
  /** JSON of `[path, TreeFile][]`; submodules included. */
  files: string;
}

export const READ_REPOSITORY: ComputeTask<RepositoryToRead, CommitRead> = {
  name: 'git/read a repository',
  module: new URL(import.meta.url),
  run: readRepository,
};

/**
 * Takes apart what was fetched. The pack is gone afterwards: nothing else is to hold it in memory.
 * @throws BadRequest with a sentence that says what is wrong with the repository.
 */
export async function readRepository({ dir, oid, isToWrite }: RepositoryToRead): Promise<CommitRead> {
  const git = await loadGit();
  await indexPack(dir);
  const read = await git.readCommit({ fs, dir, oid });
  const files = await listTree(dir, read.oid, isToWrite);
  if (!isToWrite) await writeBlobs(dir, files);
  await rm(join(dir, PACK), { force: true });
  await rm(join(dir, PACK.replace(/\.pack$/, '.idx')), { force: true });
  return { oid: read.oid, message: read.commit.message.trim(), files: JSON.stringify([...files]) };
}

async function indexPack(dir: string): Promise<void> {
  const file = join(dir, PACK);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return;
  checkPack(await readFile(file));
  await (await loadGit()).indexPack({ fs, dir, filepath: PACK });
}

/** Every file of a commit by its path, submodules included. */
async function listTree(dir: string, commit: string, isToKeep: boolean): Promise<Map<string, TreeFile>> {
  const git = await loadGit();
  const files = new Map<string, TreeFile>();
  const kept = new Set<string>();
  const cache = {};
  let folders = 0;
  const walk = async (oid: string, folder: string, depth: number): Promise<void> => {
    if (++folders > MAX_FOLDERS) throw new BadRequest(`The repository has more than ${MAX_FOLDERS} folders.`);
    if (depth > DEEPEST_FOLDER)
      throw new BadRequest(`The repository has folders in each other more than ${DEEPEST_FOLDER} deep.`);
    const { tree, oid: id } = await git.readTree({ fs, dir, oid, cache });
    if (isToKeep && !kept.has(id)) await keep(dir, id, 'tree', cache);
    kept.add(id);
    for (const { path, oid: child, mode, type } of tree) {
      if (path === '' || path === '.' || path === '..' || path.includes('/')) continue;
      if (type === 'tree') await walk(child, `${folder}${path}/`, depth + 1);
      else files.set(folder + path, { oid: child, mode, type });
      if (files.size > MAX_FILES) throw new BadRequest(`The repository has more than ${MAX_FILES} files.`);
    }
  };
  await walk(commit, '', 0);
  if (isToKeep) await keep(dir, commit, 'commit', cache);
  return files;
}

/** As an object by itself, which needs no pack. */
async function keep(dir: string, oid: string, type: 'tree' | 'commit', cache: object): Promise<void> {
  const git = await loadGit();
  const found = await git.readObject({ fs, dir, oid, format: 'content', cache });
  await git.writeObject({ fs, dir, type, format: 'content', object: found.object as Uint8Array });
}

/** Each once, however many files are it. Where a symbolic link leads is nothing a folder's content can say. */
async function writeBlobs(dir: string, files: ReadonlyMap<string, TreeFile>): Promise<void> {
  const git = await loadGit();
  await mkdir(join(dir, BLOBS));
  const wanted = [...files.values()].filter(({ type, mode }) => type === 'blob' && mode !== SYMBOLIC_LINK);
  const times = new Map<string, number>();
  for (const { oid } of wanted) times.set(oid, (times.get(oid) ?? 0) + 1);
  let [cache, kept, sum] = [{}, 0, 0];
  for (const [oid, count] of times) {
    const { blob } = await git.readBlob({ fs, dir, oid, cache });
    // As one file may be in any number of places.
    sum += requireSum(sum, blob.length * count, PACK_LIMITS.unpackedBytes);
    await writeFile(join(dir, BLOBS, oid), blob, { mode: 0o600 });
    kept += blob.length;
    if (kept > MAX_KEPT_BYTES) [cache, kept] = [{}, 0];
  }
}
