import type { ChangedFiles } from '../changed-files.js';
import type { CommitToWrite } from '../remote-repository.js';

/**
 * The language of `git fast-import` for the files of a commit; who made it and why is said later. Only folders that change are looked at.
 */
export async function* fastImport(
  ref: string,
  { parents: [parent], write }: CommitToWrite,
  changed: ChangedFiles,
): AsyncGenerator<Buffer | string> {
  yield `commit ${ref}\ncommitter Bindery <bindery@localhost> 0 +0000\ndata 0\n\n`;
  if (parent !== undefined) yield `from ${parent}\n`;
  for (const path of changed.removed) yield `D ${quoted(path)}\n`;
  for await (const { path, bytes } of write) {
    yield `M ${changed.modeOf(path)} inline ${quoted(path)}\ndata ${bytes.length}\n`;
    if (bytes.length > 0) yield bytes;
    yield '\n';
  }
  yield 'done\n';
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, String.raw`\$&`)}"`;
}
