import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type ArchiveEntry, packArchive } from '#platform/archive/archive.js';
import { CliError } from './cli-error.js';

const IGNORED = new Set(['.git', 'node_modules', '.DS_Store']);

/** A folder as a compressed tar, made while it is read. Links are left out: they may lead out of it. */
export async function packFolder(folder: string): Promise<Readable> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw new CliError(`There is no folder ${folder}.`);
  if (!found.isDirectory()) throw new CliError(`${folder} is not a folder.`);
  const paths: string[] = [];
  await list(folder, '', paths);
  if (!paths.some((path) => /\.(md|markdown)$/i.test(path)))
    throw new CliError(`The folder ${folder} holds no Markdown files.`);
  return packArchive(entries(folder, paths.toSorted()), found.mtime);
}

async function list(root: string, folder: string, paths: string[]): Promise<void> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    if (IGNORED.has(entry.name)) continue;
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) await list(root, path, paths);
    else if (entry.isFile()) paths.push(path);
  }
}

async function* entries(folder: string, paths: string[]): AsyncGenerator<ArchiveEntry> {
  for (const path of paths) {
    const file = join(folder, path);
    const { size } = await stat(file);
    yield { path, content: { open: () => Promise.resolve(createReadStream(file)), size } };
  }
}
