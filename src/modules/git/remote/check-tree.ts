import type { ImportWarning } from '../folder/import-warning.js';
import type { TreeEntry } from './remote-repository.js';

export const MAX_FILES = 50_000;
/** One folder can be in many places, so a small repository can have folders without end. */
export const MAX_FOLDERS = 10_000;
export const DEEPEST_FOLDER = 100;

const LINK = '120000';
const SUBMODULE = '160000';

/** A file of a commit as Git lists it. */
export interface ListedFile {
  /** As it stands there: any bytes but zero. */
  path: Buffer;
  mode: string;
  oid: string;
}

/**
 * Sorts out files that content cannot be made from, with a sentence for each.
 * @returns the others by path, with links and submodules, which stay in the repository as they are.
 */
export function checkTree(listed: Iterable<ListedFile>): {
  files: Map<string, TreeEntry>;
  warnings: ImportWarning[];
} {
  const files = new Map<string, TreeEntry>();
  const warnings: ImportWarning[] = [];
  const warn = (file: string, kind: ImportWarning['kind'], message: string): void =>
    void warnings.push({ file, line: 1, kind, message });
  const spellings = new Map<string, string>();
  for (const { path: bytes, mode, oid } of listed) {
    const path = bytes.toString('utf8');
    if (!Buffer.from(path).equals(bytes)) {
      warn(shown(path), 'encoding', 'The name of the file is not UTF-8; it was left out. Rename it.');
      continue;
    }
    if (!isSafePath(path)) {
      warn(shown(path), 'unreadable', 'The name of the file is not safe everywhere; it was left out.');
      continue;
    }
    const kind = mode === LINK ? 'link' : mode === SUBMODULE ? 'submodule' : 'file';
    files.set(path, { oid, mode, kind });
    if (kind === 'link')
      warn(path, 'unreadable', 'The file is a symbolic link; it stays in the repository and is not read.');
    if (kind === 'submodule')
      warn(path, 'unreadable', 'The folder is a submodule; it stays in the repository and is not read.');
    const folded = path.normalize('NFC').toLowerCase();
    const other = spellings.get(folded);
    if (other === undefined) spellings.set(folded, path);
    else
      warn(
        path,
        'conflict',
        `The name differs from that of "${other}" in case only: many machines keep one.`,
      );
  }
  return { files, warnings };
}

/** Answers whether a path may be written to a repository and to disks of any system, and leads nowhere else. */
export function isSafePath(path: string): boolean {
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (path === '' || /[\u0000-\u001f\u007f\\]/.test(path) || Buffer.byteLength(path) > 4096) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && !isGitFolder(name));
}

/** In all spellings that a file system takes for `.git`: with ignored characters, and the short one of Windows. */
function isGitFolder(name: string): boolean {
  const plain = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1' || plain.startsWith('.git:');
}

/** A path as a report can show it. */
function shown(path: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is replaced
  return path.replace(/[\u0000-\u001f\u007f]/g, '\ufffd').slice(0, 500);
}
