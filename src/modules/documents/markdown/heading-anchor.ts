import type { DocumentBlock, DocumentNode } from '../document.types.js';
import { isRawInline } from '../raw-source.js';
import { tidyInlines } from '../inline-text.js';
import { readHtmlTag } from './html-tag.js';

const ID = /^[-a-z0-9.+_]+$/;

/** Takes an empty `<a id="x"></a>` at the end (or the start) of a heading as the anchor of the heading. */
export function liftAnchor(heading: DocumentBlock): DocumentBlock {
  const nodes = heading.nodes ?? [];
  const last = nodes.length - 1;
  const atEnd = anchorId(nodes[last - 1], nodes[last]);
  if (atEnd !== undefined) return anchored(heading, trimEnd(nodes.slice(0, -2)), atEnd);
  const atStart = anchorId(nodes[0], nodes[1]);
  return atStart === undefined ? heading : anchored(heading, nodes.slice(2), atStart);
}

function anchored(heading: DocumentBlock, nodes: DocumentNode[], id: string): DocumentBlock {
  return { ...heading, data: { ...heading.data, id }, nodes: tidyInlines(nodes) };
}

function anchorId(open: DocumentNode | undefined, close: DocumentNode | undefined): string | undefined {
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
  if (id === undefined || !ID.test(id) || Object.keys(rest).length > 0) return undefined;
  return href === undefined || href === `#${id}` ? id : undefined;
}

/** Removes the blank between the words and the anchor. */
function trimEnd(nodes: DocumentNode[]): DocumentNode[] {
  const last = nodes.at(-1);
  if (last?.object !== 'text') return nodes;
  const leaves = last.leaves.map((one, at) =>
    at === last.leaves.length - 1 ? { ...one, text: one.text.replace(/ $/, '') } : one,
  );
  return [...nodes.slice(0, -1), { ...last, leaves }];
}
