import { isSafePath } from './check-tree.js';
import { RemoteProblem } from './remote-problem.js';
import type { CommitToWrite, TreeEntry } from './remote-repository.js';

const NEW_FILE = '100644';

/** The changes that a commit makes to the files of its parent. */
export class ChangedFiles {
  /** Paths that are taken away. */
  readonly removed: ReadonlySet<string>;
  private readonly modes = new Map<string, string>();

  constructor(
    private readonly before: ReadonlyMap<string, TreeEntry>,
    { remove = [], renames = [] }: CommitToWrite,
  ) {
    const removed = new Set<string>();
    for (const path of remove) if (before.get(path)?.kind === 'file') removed.add(path);
    for (const { from, to } of renames) {
      const file = before.get(from);
      if (file?.kind !== 'file') continue;
      removed.add(from);
      this.modes.set(to, file.mode);
    }
    this.removed = removed;
  }

  /**
   * The mode of a file that is written.
   * @throws RemoteProblem where it may not be written: its path is unsafe, or a file, a link or a submodule is in the way.
   */
  modeOf(path: string): string {
    if (!isSafePath(path))
      throw new RemoteProblem('broken', `"${path.slice(0, 200)}" is no path that a repository may have.`);
    const file = this.before.get(path);
    if (file && file.kind !== 'file') throw inTheWay(path, path, file);
    for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      const other = this.before.get(folder);
      if (other && !(other.kind === 'file' && this.removed.has(folder))) throw inTheWay(path, folder, other);
    }
    return file?.mode ?? this.modes.get(path) ?? NEW_FILE;
  }
}

function inTheWay(path: string, other: string, { kind }: TreeEntry): RemoteProblem {
  const name = { file: 'a file', link: 'a symbolic link', submodule: 'a submodule' }[kind];
  return new RemoteProblem(
    'broken',
    `"${path}" cannot be written: "${other}" is ${name} in the repository. Rename one of them.`,
  );
}
