/* Carried out in threads: a repository is unpacked away from the event loop. */
import fs from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { BadRequest } from '#platform/http/errors.js';
import { DEEPEST_FOLDER, MAX_FILES, MAX_FOLDERS } from '../check-tree.js';
import { isLfsPointer } from '../lfs-pointer.js';
import type { BlobFacts } from '../remote-repository.js';
import { loadGit } from './load-git.js';
import { isFolder, parseTree } from './tree-object.js';
import { checkPack, PACK_LIMITS, requireSum } from './pack-limits.js';

/** The library keeps what it has read of a pack; after so much it begins anew. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export const PACK = '.git/objects/pack/fetched.pack';
export const BLOBS = 'blobs';
export const SYMBOLIC_LINK = '120000';
const SUBMODULE = '160000';

export interface RepositoryToRead {
  dir: string;
  /** Id of a commit, or of a tag that leads to one. */
  oid: string;
}

export interface TreeFile {
  oid: string;
  mode: string;
  type: 'blob' | 'commit';
}

export interface CommitRead {
  oid: string;
  /** As Git stores it. */
  text: string;
  /** JSON of `[path, TreeFile][]`; submodules included. Each byte of a path is a character. */
  files: string;
  /** JSON of `[id, BlobFacts][]`. */
  blobs: string;
}

export const READ_REPOSITORY: ComputeTask<RepositoryToRead, CommitRead> = {
  name: 'git/read a repository',
  module: new URL(import.meta.url),
  run: readRepository,
};

/**
 * Takes apart what was fetched: bytes of files go to the folder `BLOBS` by their ids, folders and the commit are kept in the repository,
 * for commits on top of it. The pack is gone afterwards: nothing else is to hold it in memory.
 * @throws BadRequest with a sentence that says what is wrong with the repository.
 */
export async function readRepository({ dir, oid }: RepositoryToRead): Promise<CommitRead> {
  const git = await loadGit();
  await indexPack(dir);
  const read = await git.readCommit({ fs, dir, oid });
  const files = await listTree(dir, read.oid);
  const blobs = await writeBlobs(dir, files);
  await removePack(dir);
  const { object } = await git.readObject({ fs, dir, oid: read.oid, format: 'content' });
  const text = Buffer.from(object as Uint8Array).toString('utf8');
  return { oid: read.oid, text, files: JSON.stringify([...files]), blobs: JSON.stringify([...blobs]) };
}

export async function removePack(dir: string): Promise<void> {
  await rm(join(dir, PACK), { force: true });
  await rm(join(dir, PACK.replace(/\.pack$/, '.idx')), { force: true });
}

/** @throws BadRequest for one beyond the limits. */
export async function indexPack(dir: string): Promise<void> {
  const file = join(dir, PACK);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size === 0) return;
  checkPack(await readFile(file));
  await (await loadGit()).indexPack({ fs, dir, filepath: PACK });
}

/** Every file of a commit by its path, whose bytes are a character each; submodules included. */
async function listTree(dir: string, commit: string): Promise<Map<string, TreeFile>> {
  const git = await loadGit();
  const files = new Map<string, TreeFile>();
  const kept = new Set<string>();
  const cache = {};
  let folders = 0;
  const walk = async (oid: string, folder: string, depth: number): Promise<void> => {
    if (++folders > MAX_FOLDERS) throw new BadRequest(`The repository has more than ${MAX_FOLDERS} folders.`);
    if (depth > DEEPEST_FOLDER)
      throw new BadRequest(`The repository has folders in each other more than ${DEEPEST_FOLDER} deep.`);
    const { object } = await git.readObject({ fs, dir, oid, format: 'content', cache });
    if (!kept.has(oid)) await keep(dir, oid, 'tree', cache);
    kept.add(oid);
    for (const entry of parseTree(Buffer.from(object as Uint8Array))) {
      const { name, mode } = entry;
      if (isFolder(entry)) await walk(entry.oid, `${folder}${name}/`, depth + 1);
      else files.set(folder + name, { oid: entry.oid, mode, type: mode === SUBMODULE ? 'commit' : 'blob' });
      if (files.size > MAX_FILES) throw new BadRequest(`The repository has more than ${MAX_FILES} files.`);
    }
  };
  await walk((await git.readCommit({ fs, dir, oid: commit })).commit.tree, '', 0);
  await keep(dir, commit, 'commit', cache);
  return files;
}

/** As an object by itself, which needs no pack. */
async function keep(dir: string, oid: string, type: 'tree' | 'commit', cache: object): Promise<void> {
  const git = await loadGit();
  const found = await git.readObject({ fs, dir, oid, format: 'content', cache });
  await git.writeObject({ fs, dir, type, format: 'content', object: found.object as Uint8Array });
}

/** Each once, however many files are it. Where a symbolic link leads is nothing a folder's content can say. */
async function writeBlobs(
  dir: string,
  files: ReadonlyMap<string, TreeFile>,
): Promise<Map<string, BlobFacts>> {
  const git = await loadGit();
  await mkdir(join(dir, BLOBS), { recursive: true });
  const wanted = [...files.values()].filter(({ type, mode }) => type === 'blob' && mode !== SYMBOLIC_LINK);
  const times = new Map<string, number>();
  for (const { oid } of wanted) times.set(oid, (times.get(oid) ?? 0) + 1);
  const facts = new Map<string, BlobFacts>();
  let [cache, kept, sum] = [{}, 0, 0];
  for (const [oid, count] of times) {
    const { blob } = await git.readBlob({ fs, dir, oid, cache });
    // As one file may be in any number of places.
    sum += requireSum(sum, blob.length * count, PACK_LIMITS.unpackedBytes);
    await writeFile(join(dir, BLOBS, oid), blob, { mode: 0o600 });
    facts.set(oid, {
      size: blob.length,
      isTooLarge: blob.length > PACK_LIMITS.fileBytes,
      isLfsPointer: isLfsPointer(Buffer.from(blob)),
    });
    kept += blob.length;
    if (kept > MAX_KEPT_BYTES) [cache, kept] = [{}, 0];
  }
  return facts;
}
