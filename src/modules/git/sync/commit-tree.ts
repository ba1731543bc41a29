import type { FileTree } from '../folder/file-tree.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { isMarkdown } from '../folder/planned-page.js';
import { leftOut } from '../remote/commit-tree.js';
import type { FetchedCommit, RemoteRepository } from '../remote/remote-repository.js';
import type { FileIds } from './git-connection.entity.js';

/** A folder of a fetched commit; its bytes come from the repository when they are read. */
export interface CommitTree extends FileTree {
  /** Blob ids of all its files, by path in the folder. */
  ids: FileIds;
  warnings: ImportWarning[];
}

export const NO_TREE: CommitTree = {
  ids: {},
  warnings: [],
  paths: () => [],
  read: () => Promise.reject(new Error('The branch has no files.')),
};

/**
 * The files of a folder of a commit. What changed is brought here at once; the rest stays where it is until it is read. Links, submodules
 * and files that content cannot be made from are left out, with a warning each.
 * @param folder path in the repository; empty for all of it.
 * @param known blob ids of the folder when it was read last, by path.
 */
export async function readCommitTree(
  git: RemoteRepository,
  commit: FetchedCommit,
  folder: string,
  known: FileIds,
): Promise<CommitTree> {
  const prefix = folder === '' ? '' : `${folder}/`;
  const ids: FileIds = {};
  for (const [path, { oid, kind }] of commit.files)
    if (kind === 'file' && path.startsWith(prefix)) ids[path.slice(prefix.length)] = oid;
  const changed = Object.keys(ids).filter((path) => known[path] !== ids[path]);
  const isMoved =
    changed.some((path) => known[path] === undefined) || Object.keys(known).some((path) => !ids[path]);
  // With other paths, links of all texts are looked at.
  const texts = isMoved ? Object.keys(ids).filter((path) => isMarkdown(path)) : [];
  const wanted = new Set([...changed, ...texts]);
  const facts = await git.loadBlobs([...wanted].map((path) => ids[path]!));
  const warnings = commit.warnings.filter(({ file }) => file.startsWith(prefix));
  for (const path of wanted) {
    const warning = leftOut(path, facts.get(ids[path]!));
    if (!warning) continue;
    warnings.push(warning);
    delete ids[path];
  }
  return treeOf(git, ids, warnings);
}

/** The files of a folder whose blob ids are known. */
export function treeOf(git: RemoteRepository, ids: FileIds, warnings: ImportWarning[]): CommitTree {
  const paths = Object.keys(ids).sort();
  return {
    ids,
    warnings,
    paths: () => paths,
    oidOf: (path) => ids[path],
    read: (path) => {
      const oid = ids[path];
      if (oid === undefined) throw new Error(`The commit has no file ${path}.`);
      return git.readBlob(oid);
    },
  };
}
