import { formOf } from '../catalogue/catalogue.js';
import { block } from '../document-nodes.js';
import type { DocumentBlock, DocumentData, DocumentNode } from '../document.types.js';
import { isRawInline } from '../raw-source.js';
import { tidyInlines } from '../inline-text.js';
import { readHtmlTag } from './html-tag.js';

/** True for an identifier that an author may choose for an anchor. */
export function isAnchorId(id: string): boolean {
  return /^[-a-z0-9.+_]+$/.test(id);
}

/**
 * Makes the block of a Markdown heading with `depth` times `#`. The three types of headings are those with two, three and four
 * `#`; other depths are kept as `level`.
 */
export function headingBlock(depth: number, nodes: DocumentNode[], data: DocumentData = {}): DocumentBlock {
  if (depth === 1) return block('heading-1', { level: 1, ...data }, nodes);
  if (depth > 4) return block('heading-3', { level: depth, ...data }, nodes);
  return block(`heading-${depth - 1}`, data, nodes);
}

/** The number of `#` that a heading has in Markdown. */
export function headingDepth({ type, data }: DocumentBlock): number {
  const { level } = data;
  return typeof level === 'number' ? level : (formOf(type)?.level ?? 1) + 1;
}

/** Removes an empty `<a id="x"></a>` at the end (or the start) of a heading, and makes its id the anchor of the heading. */
export function liftAnchor(heading: DocumentBlock): DocumentBlock {
  const nodes = heading.nodes ?? [];
  const last = nodes.length - 1;
  const atEnd = anchorIdOf(nodes[last - 1], nodes[last]);
  if (atEnd !== undefined) return withAnchor(heading, trimEnd(nodes.slice(0, -2)), atEnd);
  const atStart = anchorIdOf(nodes[0], nodes[1]);
  return atStart === undefined ? heading : withAnchor(heading, nodes.slice(2), atStart);
}

function withAnchor(heading: DocumentBlock, nodes: DocumentNode[], id: string): DocumentBlock {
  return { ...heading, data: { ...heading.data, id }, nodes: tidyInlines(nodes) };
}

function anchorIdOf(open: DocumentNode | undefined, close: DocumentNode | undefined): string | undefined {
  if (
    !open ||
    !close ||
    !isRawInline(open) ||
    !isRawInline(close) ||
    !/^<\/a\s*>$/i.test(String(close.data['raw']))
  )
    return undefined;
  const tag = readHtmlTag(String(open.data['raw']));
  if (tag?.name !== 'a' || tag.closing) return undefined;
  const { id, href, ...rest } = tag.attributes;
  if (id === undefined || !isAnchorId(id) || Object.keys(rest).length > 0) return undefined;
  return href === undefined || href === `#${id}` ? id : undefined;
}

/** Removes the space character between the text of the heading and the removed anchor. */
function trimEnd(nodes: DocumentNode[]): DocumentNode[] {
  const last = nodes.at(-1);
  if (last?.object !== 'text') return nodes;
  const leaves = last.leaves.map((leaf, index) =>
    index === last.leaves.length - 1 ? { ...leaf, text: leaf.text.replace(/ $/, '') } : leaf,
  );
  return [...nodes.slice(0, -1), { ...last, leaves }];
}
