/* Carried out in threads, as `read-repository.ts`. */
import fs from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { loadGit } from './load-git.js';
import { indexPack, removePack } from './read-repository.js';

export interface HistoryRead {
  /** Ids and texts of commits, as Git stores them. */
  commits: [oid: string, text: string][];
  /** Ids of commits at which the fetched part ends though there is more. */
  cut: string[];
}

export const READ_HISTORY: ComputeTask<{ dir: string; oid: string }, HistoryRead> = {
  name: 'git/read a history',
  module: new URL(import.meta.url),
  run: readHistory,
};

/** Reads the commits that were fetched. @throws BadRequest for a pack beyond the limits. */
export async function readHistory({ dir, oid }: { dir: string; oid: string }): Promise<HistoryRead> {
  const git = await loadGit();
  await indexPack(dir);
  const shallow = await readFile(join(dir, '.git', 'shallow'), 'utf8').catch(() => '');
  const cut = new Set(shallow.split('\n').filter((line) => line !== ''));
  const cache = {};
  const commits: HistoryRead['commits'] = [];
  const reached = new Set([oid]);
  for (const id of reached) {
    const { commit } = await git.readCommit({ fs, dir, oid: id, cache });
    const { object } = await git.readObject({ fs, dir, oid: id, format: 'content', cache });
    commits.push([id, Buffer.from(object as Uint8Array).toString('utf8')]);
    if (!cut.has(id)) for (const parent of commit.parent) reached.add(parent);
  }
  await removePack(dir);
  return { commits, cut: [...cut] };
}
