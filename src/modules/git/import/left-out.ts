import type { FileRecord } from '#modules/content/index.js';
import { type DocumentBlock, isContentRef } from '#modules/documents/index.js';
import type { OpenApiBlocks } from '#modules/openapi/index.js';
import type { ImportWarning } from '../folder/import-warning.js';
import type { Folder } from '../folder/read-folder.js';
import type { FolderImage } from './folder-image.js';
import { walkImage } from './image-edits.js';

/** Names in one warning; a folder may hold thousands. */
const MAX_NAMES = 200;

/** One warning for all texts that no page came of; none where everything is listed. */
export function unlistedWarning(folder: Folder, image: FolderImage): ImportWarning[] {
  const { config, hasSummary } = folder;
  const { unlisted } = image;
  if (!hasSummary || unlisted.length === 0) return [];
  const more = unlisted.length > MAX_NAMES ? `, and ${unlisted.length - MAX_NAMES} more` : '';
  const [count, them] =
    unlisted.length === 1
      ? ['1 Markdown file was', 'it']
      : [`${unlisted.length} Markdown files were`, 'them'];
  const message =
    `${count} left out, because neither ${config.summary} lists ${them} nor a page links to ${them}: ` +
    `${unlisted.slice(0, MAX_NAMES).join(', ')}${more}. Add an entry to ${config.summary} for each file that readers should see.`;
  return [{ file: folder.fullPath(config.summary), line: 1, kind: 'unlisted', message }];
}

/** A warning for each block of an API that would be empty: its file cannot be read, or says nothing of what the block names. */
export async function apiWarnings(
  organizationId: string,
  blocks: OpenApiBlocks,
  image: FolderImage,
  read: (path: string) => Promise<string>,
): Promise<ImportWarning[]> {
  const files = new Map(image.files.map((file) => [file.id, file]));
  const place = { organizationId, file: async ({ file }: { file: string }) => files.get(file) ?? null };
  const warnings: ImportWarning[] = [];
  const texts = [
    ...[...walkImage(image.pages)].map(({ document, fields }) => ({ document, path: fields?.git?.path })),
    ...image.reusableContents.map(({ document, git }) => ({ document, path: git.path })),
  ];
  for (const { document, path } of texts) {
    if (!document || path === undefined) continue;
    const empty = (await blocks.findEmpty(place, document)).filter(({ block }) => !isMissingFile(block));
    if (empty.length === 0) continue;
    const lines = (await read(path)).split('\n');
    for (const { block, problem } of empty) {
      const message = `The API block "${nameOf(block)}" shows nothing but this name: ${problem}`;
      warnings.push({ file: path, line: lineOf(block, lines, files), kind: 'empty-api-block', message });
    }
  }
  return warnings;
}

/** The address of a file that the folder has not, of which readers of the report know already. */
function isMissingFile({ data }: DocumentBlock): boolean {
  const { ref } = data;
  return isContentRef(ref) && ref.kind === 'url' && !/^[a-z][a-z0-9+.-]*:/i.test(ref.url);
}

function nameOf({ data }: DocumentBlock): string {
  const { method, path, name, schemas } = data;
  const words = [typeof method === 'string' ? method.toUpperCase() : '', path ?? name ?? schemas ?? ''];
  return words.map(String).filter(Boolean).join(' ');
}

/** The line (from 1) of the tag that the block was written as; the first one when it is not found. */
function lineOf(
  { data }: DocumentBlock,
  lines: readonly string[],
  files: ReadonlyMap<string, FileRecord>,
): number {
  const ref = isContentRef(data['ref']) ? data['ref'] : undefined;
  const source =
    ref?.kind === 'file'
      ? files.get(ref.file)?.name
      : ref?.kind === 'openapi'
        ? ref.spec
        : ref?.kind === 'url' && ref.url;
  const words = [data['path'] ?? data['name'], data['method'], source].filter(
    (one) => typeof one === 'string',
  );
  const at = lines.findIndex((line) => line.includes('{%') && words.every((word) => line.includes(word)));
  return Math.max(at, 0) + 1;
}
