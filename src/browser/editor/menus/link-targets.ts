import type { DocumentNode } from '#modules/documents/browser.js';
import { api } from '../../api.js';
import type { PageContext } from '../page-context.js';
import type { Choice } from './choice-list.js';
import { headingsIn } from './linked-headings.js';

/** Something that a link can lead to. */
export interface Target extends Choice {
  ref: object;
}

interface PageNode {
  id: string;
  title: string;
  path?: string;
  type: string;
  pages?: PageNode[];
}

const MOST = 8;

/** Targets for what a person typed: the address that it is, and targets whose titles or details have its words. */
export function findTargets(query: string, ...lists: readonly (readonly Target[])[]): Target[] {
  return [
    ...asAddress(query),
    ...lists.flatMap((list) => list.filter((one) => isMatch(one, query)).slice(0, MOST)),
  ];
}

function asAddress(query: string): Target[] {
  const typed = query.trim();
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);
  const isHost = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(typed) && !isMail;
  const url = isMail ? `mailto:${typed}` : isHost ? `https://${typed}` : typed;
  if (!/^(https?:\/\/\S+|mailto:\S+|tel:\S+|\/\S*|#\S+)$/i.test(url)) return [];
  return [{ title: url, detail: 'Address', ref: { kind: 'url', url } }];
}

/** True for something whose title or detail has all words of a query. */
export function isMatch({ title, detail }: Choice, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => `${title} ${detail}`.toLowerCase().includes(word));
}

/** The targets in the content that is edited, each read once. */
export class LinkTargets {
  private readonly known = new Map<string | undefined, Promise<Target[]>>();

  constructor(private readonly context: PageContext) {}

  pages(): Promise<Target[]> {
    return this.once(undefined, () => listPages(this.context));
  }

  /** Headings of a page, or of the one that is edited; none where it cannot be read. */
  headings(page?: string): Promise<Target[]> {
    const { kind, id } = this.context.edited;
    // The headings of a reusable content get their anchors on the pages that show it.
    if (page === undefined && kind !== 'page') return Promise.resolve([]);
    return this.once(page ?? id, () => listHeadings(this.context, page ?? id));
  }

  private once(key: string | undefined, read: () => Promise<Target[]>): Promise<Target[]> {
    const asked = this.known.get(key) ?? read().catch(() => []);
    this.known.set(key, asked);
    return asked;
  }
}

async function listPages(context: PageContext): Promise<Target[]> {
  const { pages } = await api<{ pages: PageNode[] }>(`${context.contentPath}/pages`);
  const flat = (nodes: PageNode[]): Target[] =>
    nodes.flatMap(({ id, title, path = '', type, pages: below = [] }) => [
      ...(type === 'document'
        ? [{ title, detail: path, hasMore: true, ref: { kind: 'page', page: id } }]
        : []),
      ...flat(below),
    ]);
  return flat(pages);
}

/** Headings with the anchors that readers get, those in reusable contents too. */
async function listHeadings(context: PageContext, page: string): Promise<Target[]> {
  const { document } = await api<{ document: { nodes: DocumentNode[] } }>(
    `${context.contentPath}/page/${page}`,
    { query: { format: 'document', dereferenced: 'reusable-contents' } },
  );
  const other = page === context.edited.id ? {} : { page };
  return headingsIn(document.nodes).map(({ anchor, title }) => ({
    title,
    detail: `#${anchor}`,
    ref: { kind: 'anchor', anchor, ...other },
  }));
}
