import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';

/** The files of a folder, whatever it is kept in. Paths are relative, with `/` between their parts. */
export interface FileTree {
  paths(): readonly string[];
  /** @throws for a file that does not exist. */
  read(path: string): Promise<Buffer>;
  /** Blob id of a file, where it is known without its bytes. */
  oidOf?(path: string): string | undefined;
}

/** Folders that are never content. */
const IGNORED = new Set(['.git', 'node_modules', '.DS_Store']);

/** A folder on disk, listed once. Links are not followed: they may lead out of it. */
export async function openFolder(root: string): Promise<FileTree> {
  const paths: string[] = [];
  await walk(root, '', paths);
  paths.sort();
  return { paths: () => paths, read: (path) => readFile(join(root, path)) };
}

async function walk(root: string, folder: string, paths: string[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (IGNORED.has(entry.name)) continue;
    if (entry.isDirectory()) await walk(root, path, paths);
    else if (entry.isFile()) paths.push(path);
  }
}

/** The part of a tree below `root`; the tree itself for an empty root. */
export function subtree(tree: FileTree, root: string): FileTree {
  const prefix = root === '' ? '' : `${root}/`;
  const paths = tree
    .paths()
    .filter((path) => path.startsWith(prefix))
    .map((path) => path.slice(prefix.length));
  return {
    paths: () => paths,
    read: (path) => tree.read(prefix + path),
    oidOf: (path) => tree.oidOf?.(prefix + path),
  };
}

/** Blob id of a file. */
export async function readOid(tree: FileTree, path: string): Promise<string> {
  return tree.oidOf?.(path) ?? gitBlobId(await tree.read(path));
}

/** The id Git gives to a file's bytes (`git hash-object`). */
export function gitBlobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
