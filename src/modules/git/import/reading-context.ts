import type { ContentRef, ParseContext } from '#modules/documents/index.js';
import type { ImportWarning } from '../folder/import-warning.js';
import { addressedPath, findTarget, linesOf } from '../folder/link-target.js';
import type { Folder } from '../folder/read-folder.js';

/** Context in which a text is read, and the facts about its addresses afterwards. */
export interface ReadingContext {
  context: ParseContext;
  /** A warning for each line with an address that leads nowhere. */
  report: () => ImportWarning[];
  /** Files that it refers to. */
  uses: Set<string>;
}

interface Place {
  folder: Folder;
  /** Possible targets of addresses, by the names that texts use. */
  paths: Set<string>;
  refTo: (path: string, anchor?: string) => ContentRef | undefined;
}

/** Looks up what the addresses of a file lead to. @param text of the file, for the lines of warnings. */
export function readingContext(file: string, text: string, { folder, paths, refTo }: Place): ReadingContext {
  const broken = new Map<string, 'broken-link' | 'missing-file'>();
  const uses = new Set<string>();
  const look = (address: string, kind: 'broken-link' | 'missing-file'): ContentRef | undefined => {
    const target = findTarget(file, address, paths);
    const path = target.kind === 'file' ? (folder.renamed?.get(target.path) ?? target.path) : undefined;
    const ref = target.kind === 'file' ? refTo(path ?? '', target.anchor) : undefined;
    if (path !== undefined) uses.add(path);
    if (!ref && target.kind !== 'elsewhere' && !broken.has(address)) broken.set(address, kind);
    return ref;
  };
  const report = (): ImportWarning[] =>
    [...broken].flatMap(([address, kind]) =>
      linesOf(text, address).map((line) => ({
        file: folder.fullPath(file),
        line,
        kind,
        message:
          kind === 'missing-file'
            ? `The file "${addressedPath(file, address)}" does not exist; its place was left as it is.`
            : `The link "${address}" leads nowhere; it was left as it is.`,
      })),
    );
  const context: ParseContext = {
    resolveLink: (address) => look(address, 'broken-link'),
    resolveFile: (address) => look(address, 'missing-file'),
    resolveInclude: (address) => look(address, 'missing-file'),
  };
  return { context, report, uses };
}
