import GithubSlugger from 'github-slugger';
import type { DocumentBlock, DocumentNode, JSONDocument } from './document.types.js';
import { formOf } from './catalogue/catalogue.js';
import { changeNodes, walkNodes } from './walk-nodes.js';
import { plainText } from './document-nodes.js';

export interface OutlineEntry {
  level: 1 | 2 | 3;
  id: string;
  title: string;
}

/** Headings of a document with the ids of their anchors, for a table of contents. */
export function documentOutline(document: JSONDocument): OutlineEntry[] {
  const ids = anchorIds(document);
  const entries: OutlineEntry[] = [];
  const walk = (blocks: DocumentNode[]): void => {
    for (const block of blocks) {
      if (block.object !== 'block') continue;
      const { level, inOutline } = formOf(block.type) ?? {};
      const title = level === undefined ? '' : plainText(block.nodes).replace(/\s+/g, ' ').trim();
      const id = ids.get(block);
      if (level !== undefined && title !== '' && id !== undefined) entries.push({ level, id, title });
      else if (inOutline) walk(block.nodes ?? []);
    }
  };
  walk(document.nodes);
  return entries;
}

/** A copy in which headings, expandables, tabs and OpenAPI blocks carry the id of their anchor in `meta.id`. */
export function withAnchors(document: JSONDocument): JSONDocument {
  const ids = anchorIds(document);
  const nodes = changeNodes(document.nodes, (node) => {
    const id = node.object === 'block' ? ids.get(node) : undefined;
    return id === undefined ? node : ({ ...node, meta: { id } } as DocumentBlock);
  });
  return { ...document, nodes };
}

/** The anchors to which a link into the document can point: those of its blocks in their order, then the aliases. */
export function documentAnchors(document: JSONDocument): string[] {
  const ids = anchorIds(document);
  return [...ids.values(), ...aliasesOf(ids).values()];
}

/**
 * Aliases of headings, by their ids. Links in imported folders, and links that readers kept, name headings by the slugs
 * of hosted docs: `1. Set up Vue.js` is `id-1.-set-up-vue.js` there and `1-set-up-vuejs` here.
 */
export function anchorAliases(document: JSONDocument): Map<string, string> {
  return aliasesOf(anchorIds(document));
}

function aliasesOf(ids: ReadonlyMap<DocumentBlock, string>): Map<string, string> {
  const names = new FreeNames(new Set(ids.values()));
  const aliases = new Map<string, string>();
  for (const [block, id] of ids) {
    if (formOf(block.type)?.level === undefined || block.data['id'] === id) continue;
    const alias = names.take(hostedSlug(plainText(block.nodes).trim()), id);
    if (alias !== undefined && alias !== '') aliases.set(id, alias);
  }
  return aliases;
}

/** Finds free names: `name`, `name-1`, `name-2` and so on. */
class FreeNames {
  /** For each name, the number of its first suffixes that are known to be taken. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly taken: Set<string>) {}

  /** Takes the first free name; undefined when `own`, the name of the asking block, comes before it. */
  take(name: string, own: string): string | undefined {
    const nameOf = (count: number): string => (count === 0 ? name : `${name}-${count}`);
    let count = this.counts.get(name) ?? 0;
    const suffix = own === name ? 0 : own.startsWith(`${name}-`) ? Number(own.slice(name.length + 1)) : NaN;
    if (suffix < count && nameOf(suffix) === own) return undefined;
    while (this.taken.has(nameOf(count)) && nameOf(count) !== own) count += 1;
    this.counts.set(name, count);
    const free = nameOf(count);
    if (free === own) return undefined;
    if (free !== '') this.taken.add(free);
    return free;
  }
}

function hostedSlug(title: string): string {
  const slug = title
    .toLowerCase()
    .replace(/['\u2018\u2019]/g, '')
    .replace(/[^a-z0-9.+_]+/g, '-')
    .replace(/^-|-$/g, '');
  return /^[0-9]/.test(slug) ? `id-${slug}` : slug;
}

/** Ids in document order: ids chosen by the author are kept, the others are made from the words and are unique. */
function anchorIds(document: JSONDocument): Map<DocumentBlock, string> {
  const found = [...walkNodes(document.nodes)].filter(hasAnchor);
  const ids = new Map<DocumentBlock, string>();
  const slugger = new GithubSlugger();
  for (const block of found) {
    const own = block.data['id'];
    if (typeof own === 'string' && own !== '' && slugger.occurrences[own] === undefined) {
      slugger.occurrences[own] = 0;
      ids.set(block, own);
    }
  }
  for (const block of found) {
    if (!ids.has(block)) ids.set(block, slugger.slug(anchorSource(block)));
  }
  return ids;
}

/** The title that readers see for the anchor of a block; empty for blocks without an anchor. */
export function anchorTitle(block: DocumentBlock): string {
  const { of = [] } = formOf(block.type)?.anchor ?? {};
  if (of === 'text') return plainText(block.nodes).trim();
  if (of === 'expandable-title')
    return plainText(block.fragments?.find((one) => one.type === of)?.nodes).trim();
  return membersText(block, of);
}

function anchorSource(block: DocumentBlock): string {
  const { id, otherwise = 'section' } = formOf(block.type)?.anchor ?? {};
  return (id ? membersText(block, id) : anchorTitle(block)) || otherwise;
}

function membersText({ data }: DocumentBlock, names: readonly string[]): string {
  const texts = names.map((name) => data[name]);
  return texts.filter((text) => typeof text === 'string' && text !== '').join(' ');
}

function hasAnchor(node: DocumentNode): node is DocumentBlock {
  return node.object === 'block' && formOf(node.type)?.anchor !== undefined;
}
