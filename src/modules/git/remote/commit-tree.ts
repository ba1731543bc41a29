import type { FileTree } from '../folder/file-tree.js';
import { CONFIG_FILE, readFolderConfig } from '../folder/folder-config.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { PACK_LIMITS, requireSum } from './isomorphic/pack-limits.js';
import type { BlobFacts, FetchedCommit, RemoteRepository } from './remote-repository.js';

/**
 * The files of a commit as a folder: those below its content root, all brought here. Those that content cannot be made from are left out
 * with a warning each.
 * @throws RemoteProblem, BadRequest for more than a space may have.
 */
export async function openCommit(
  repository: RemoteRepository,
  commit: FetchedCommit,
): Promise<{ tree: FileTree; warnings: ImportWarning[] }> {
  const root = await contentRoot(repository, commit);
  const files = [...commit.files].filter(
    ([path, { kind }]) => kind === 'file' && (path === CONFIG_FILE || path.startsWith(root)),
  );
  const facts = await repository.loadBlobs(files.map(([, { oid }]) => oid));
  const warnings = [...commit.warnings];
  const oids = new Map<string, string>();
  let sum = 0;
  for (const [path, { oid }] of files) {
    const blob = facts.get(oid);
    const warning = leftOut(path, blob);
    if (warning) {
      warnings.push(warning);
      continue;
    }
    sum += requireSum(sum, blob?.size ?? 0, PACK_LIMITS.unpackedBytes);
    oids.set(path, oid);
  }
  const paths = [...oids.keys()].sort();
  const read = async (path: string): Promise<Buffer> => {
    const oid = oids.get(path);
    if (oid === undefined) throw new Error('There is no such file in the commit.');
    return repository.readBlob(oid);
  };
  return { tree: { paths: () => paths, read }, warnings };
}

/** Says in a report why content cannot be made from a file; undefined for all others. */
export function leftOut(file: string, facts: BlobFacts | undefined): ImportWarning | undefined {
  const warning = (kind: ImportWarning['kind'], message: string) => ({ file, line: 1, kind, message });
  if (!facts) return warning('missing-file', 'The server does not have the file; it was left out.');
  if (facts.isTooLarge)
    return warning(
      'too-large',
      'The file is larger than 100 MB; it was left out. Link to it where it is kept.',
    );
  if (facts.isLfsPointer)
    return warning(
      'missing-file',
      'Git LFS keeps the file elsewhere; it was left out. Add it to Git itself.',
    );
  return undefined;
}

/** The folder that content is in, with a slash at its end; empty for all of the repository. */
async function contentRoot(repository: RemoteRepository, commit: FetchedCommit): Promise<string> {
  const config = commit.files.get(CONFIG_FILE);
  if (config?.kind !== 'file') return '';
  const facts = (await repository.loadBlobs([config.oid])).get(config.oid);
  if (!facts || facts.isTooLarge) return '';
  const tree = { paths: () => [CONFIG_FILE], read: () => repository.readBlob(config.oid) };
  const { root } = await readFolderConfig(tree, []);
  return root === '' ? '' : `${root}/`;
}
