import fs from 'node:fs';
import { ChangedFiles } from '../changed-files.js';
import { commitText } from '../commit-text.js';
import type { CommitToWrite, TreeEntry } from '../remote-repository.js';
import { loadGit } from './load-git.js';
import type { TreeFile } from './read-repository.js';
import { treeBytes, type TreeObjectEntry } from './tree-object.js';

interface Before {
  /** All there is in the parent, whatever its name; each byte of a path is a character. */
  all: ReadonlyMap<string, TreeFile>;
  files: ReadonlyMap<string, TreeEntry>;
}

interface Written {
  oid: string;
  text: string;
  all: ReadonlyMap<string, TreeFile>;
}

/** Writes a commit and what is new in it to the repository in the folder. */
export async function writeCommit(dir: string, commit: CommitToWrite, before: Before): Promise<Written> {
  const git = await loadGit();
  const changed = new ChangedFiles(before.files, commit);
  const all = new Map(before.all);
  for (const path of changed.removed) all.delete(bytesOf(path));
  for await (const { path, bytes } of commit.write) {
    const mode = changed.modeOf(path);
    all.set(bytesOf(path), { oid: await git.writeBlob({ fs, dir, blob: bytes }), mode, type: 'blob' });
  }
  const tree = await writeTree(dir, all);
  const [parent] = commit.parents;
  if (parent !== undefined && commit.parents.length === 1) {
    const read = await git.readCommit({ fs, dir, oid: parent });
    if (read.commit.tree === tree) return { oid: parent, text: '', all };
  }
  const text = commitText(tree, commit);
  const object = Buffer.from(text);
  const oid = await git.writeObject({ fs, dir, type: 'commit', format: 'content', object });
  return { oid, text, all };
}

function bytesOf(path: string): string {
  return Buffer.from(path).toString('latin1');
}

async function writeTree(dir: string, files: ReadonlyMap<string, TreeFile>): Promise<string> {
  const folders = new Map<string, Map<string, TreeFile>>();
  const entries: TreeObjectEntry[] = [];
  for (const [path, file] of files) {
    const slash = path.indexOf('/');
    if (slash < 0) {
      entries.push({ name: path, mode: file.mode, oid: file.oid });
      continue;
    }
    const name = path.slice(0, slash);
    const inside = folders.get(name) ?? new Map<string, TreeFile>();
    folders.set(name, inside.set(path.slice(slash + 1), file));
  }
  for (const [name, inside] of folders)
    entries.push({ name, mode: '40000', oid: await writeTree(dir, inside) });
  const git = await loadGit();
  return git.writeObject({ fs, dir, type: 'tree', format: 'content', object: treeBytes(entries) });
}
