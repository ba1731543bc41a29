import type { Heading, List, ListItem, Paragraph, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { posix } from 'node:path';
import { parse } from 'yaml';
import { decodePercent } from '#platform/http/decode-percent.js';
import type { ImportWarning } from './import-warning.js';
import { type PlannedPage, slugOf } from './planned-page.js';

/** The lines of an entry of a summary, from 1, with the column of its bullet or heading. */
export interface EntryPlace {
  from: number;
  to: number;
  column: number;
}

export type EntryPlaces = Map<PlannedPage, EntryPlace>;

interface Reader {
  file: string;
  /** Folder of the summary below the content root; its links are relative to it. */
  base: string;
  files: ReadonlySet<string>;
  taken: Set<string>;
  warnings: ImportWarning[];
  places: EntryPlaces;
}

/**
 * Reads `SUMMARY.md`: headings make groups, nested lists make the tree, links name pages or lead elsewhere.
 * @param files Markdown files of the folder.
 * @param places is filled with the lines of the entries, also of those that are left out because they hold nothing.
 * @returns the pages in order; entries whose file is missing or listed before are left out, with a warning, and their
 * subpages take their place.
 */
export function readSummary(
  text: string,
  file: string,
  files: ReadonlySet<string>,
  warnings: ImportWarning[],
  places: EntryPlaces = new Map(),
): PlannedPage[] {
  const reader: Reader = {
    file,
    base: posix.dirname(file) === '.' ? '' : posix.dirname(file),
    files,
    taken: new Set(),
    warnings,
    places,
  };
  const pages: PlannedPage[] = [];
  let group: PlannedPage | undefined;
  for (const node of fromMarkdown(limitNesting(text.replace(/^\ufeff/, ''))).children) {
    if (node.type === 'heading' && node.depth > 1) {
      group = readGroup(node);
      if (group) pages.push(group);
      notePlace(reader, group ?? { type: 'group', children: [] }, node, node);
    }
    if (node.type === 'list') (group?.children ?? pages).push(...readList(node, reader));
  }
  return pages.filter((page) => page.type !== 'group' || page.children.length > 0);
}

const CONTAINERS = /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){10})/gm;
const INDENT = /^[ \t]{100,}/gm;

/** No tree of pages is so deep, and reading one costs far more than linear time: what is deeper stays at this depth. */
function limitNesting(text: string): string {
  return text.replace(INDENT, ' '.repeat(100)).replace(CONTAINERS, '$1 \\');
}

/** `## Title <a id="slug"></a>`: the anchor is the group's slug. A heading without words ends the group before it. */
function readGroup(heading: Heading): PlannedPage | undefined {
  const title = textOf(heading.children).trim();
  if (title === '') return undefined;
  const html = heading.children.map((node) => (node.type === 'html' ? node.value : '')).join('');
  const slug = /\b(?:id|name)\s*=\s*["']([^"']+)["']/.exec(html)?.[1];
  return { type: 'group', title, ...(slug ? { slug } : {}), children: [] };
}

function readList(list: List, reader: Reader): PlannedPage[] {
  return list.children.flatMap((item) => readItem(item, reader));
}

function readItem(item: ListItem, reader: Reader): PlannedPage[] {
  const computed = readComputed(item);
  if (computed) {
    notePlace(reader, computed, item, item.children[0]!);
    return [computed];
  }
  const entry = item.children.find((node): node is Paragraph => node.type === 'paragraph');
  const page = entry && readEntry(entry, reader);
  if (page) notePlace(reader, page, item, entry);
  const children = item.children.flatMap((node: RootContent) =>
    node.type === 'list' ? readList(node, reader) : [],
  );
  if (!page) return children;
  // Links have no subpages in the model: what is listed below one follows it.
  if (page.type === 'link') return [page, ...children];
  page.children = children;
  return [page];
}

function notePlace({ places }: Reader, page: PlannedPage, first: RootContent, last: RootContent): void {
  const { start } = first.position!;
  places.set(page, { from: start.line, to: last.position!.end.line, column: start.column });
}

/** An entry that is YAML instead of a link says what a page is computed from. */
function readComputed({ children: [first] }: ListItem): PlannedPage | undefined {
  if (first?.type !== 'code' || !/^ya?ml$/i.test(first.lang ?? '')) return undefined;
  try {
    const value: unknown = parse(first.value, { maxAliasCount: 10, logLevel: 'error' });
    const isSource =
      typeof value === 'object' && value !== null && 'type' in value && 'dependencies' in value;
    const line = first.position?.start.line ?? 1;
    return isSource ? { type: 'computed', source: { value, line }, children: [] } : undefined;
  } catch {
    return undefined;
  }
}

function readEntry(paragraph: Paragraph, reader: Reader): PlannedPage | undefined {
  const line = paragraph.position?.start.line ?? 1;
  const warn = (kind: ImportWarning['kind'], message: string): undefined => {
    reader.warnings.push({ file: reader.file, line, kind, message });
    return undefined;
  };
  const link = paragraph.children.find((node) => node.type === 'link');
  if (!link)
    return warn('missing-page', `"${textOf(paragraph.children).trim()}" names no page; it was left out.`);
  const title = textOf(link.children).trim();
  if (/^[a-z][a-z0-9+.-]*:/i.test(link.url))
    return { type: 'link', title: title || link.url, url: link.url, children: [] };
  const file = resolveEntry(link.url, reader);
  if (file === undefined)
    return warn('missing-page', `The page "${link.url}" does not exist; its entry was left out.`);
  // `page.md#` is a link to a page that has its own entry; `page.md#part` is one when the page was listed before.
  if (link.url.endsWith('#') || (link.url.includes('#') && reader.taken.has(file)))
    return { type: 'link', title: title || file, url: link.url, target: file, children: [] };
  if (reader.taken.has(file))
    return warn('duplicate-page', `"${file}" is listed before; this entry was left out.`);
  reader.taken.add(file);
  const linkTitle = link.title?.trim() ? { linkTitle: link.title.trim() } : {};
  return {
    type: 'document',
    ...(title ? { title } : {}),
    ...linkTitle,
    file,
    slug: slugOf(file),
    children: [],
  };
}

function resolveEntry(url: string, reader: Reader): string | undefined {
  const path = posix
    .normalize(posix.join(reader.base, decodePercent(url.replace(/[#?].*$/, ''))))
    .replace(/^\/+/, '');
  return [path, `${path}.md`, posix.join(path, 'README.md')].find((candidate) => reader.files.has(candidate));
}

/** The words of inline content, without markup. */
function textOf(nodes: PhrasingContent[]): string {
  return nodes
    .map((node) =>
      'children' in node
        ? textOf(node.children)
        : node.type === 'text' || node.type === 'inlineCode'
          ? node.value
          : '',
    )
    .join('');
}
