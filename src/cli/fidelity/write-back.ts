import { diffLines } from 'diff';
import { type DocumentNode, type JSONDocument, walkNodes } from '#modules/documents/index.js';
import { type FileTree, rehearseFolder } from '#modules/git/index.js';

/** A file that changes when a folder is written back, and the number of its lines that are gone or new. */
export interface ChangedFile {
  path: string;
  lines: number;
}

const WORD = ' edited';

/** The files of a folder that change when it is read and written back without an edit. */
export function writeBack(folder: FileTree): Promise<ChangedFile[]> {
  return changesOf(folder);
}

/** The files that change when a word is added to one block of each page. The aim is one line of each. */
export function writeBackEdited(folder: FileTree): Promise<ChangedFile[]> {
  return changesOf(folder, addWord);
}

async function changesOf(
  folder: FileTree,
  edit?: (document: JSONDocument) => JSONDocument,
): Promise<ChangedFile[]> {
  const files: ChangedFile[] = [];
  for await (const change of rehearseFolder(folder, edit)) {
    const before = folder.paths().includes(change.path)
      ? (await folder.read(change.path)).toString('utf8')
      : '';
    const after = change.kind === 'write' ? change.text : change.kind === 'remove' ? '' : before;
    files.push({ path: change.path, lines: changedLines(before, after) });
  }
  return files;
}

/** Lines that are replaced count once. */
function changedLines(before: string, after: string): number {
  let [removed, added, lines] = [0, 0, 0];
  for (const part of diffLines(before, after)) {
    if (part.removed) removed += part.count;
    else if (part.added) added += part.count;
    else {
      lines += Math.max(removed, added);
      [removed, added] = [0, 0];
    }
  }
  return lines + Math.max(removed, added);
}

/** Adds a word to the text in the middle of a document. */
function addWord(document: JSONDocument): JSONDocument {
  const copy = structuredClone(document);
  const leaves = [...walkNodes(copy.nodes)].flatMap((node) => (isWords(node) ? node.leaves : []));
  const leaf = leaves[Math.floor(leaves.length / 2)];
  if (leaf) leaf.text = leaf.text.trimEnd() + WORD;
  return copy;
}

function isWords(node: DocumentNode): node is DocumentNode & { object: 'text' } {
  return (
    node.object === 'text' &&
    node.leaves.every(({ text, marks }) => /[\w.,:!?]$/.test(text) && marks.length === 0)
  );
}
