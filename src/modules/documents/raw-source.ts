import type { DocumentBlock, DocumentInline, DocumentNode } from './document.types.js';
import { block, codeLines, codeText, textNode, leaf, voidInline } from './document-nodes.js';
import { isKnownHtmlName } from './markdown/html-names.js';

/**
 * Source without a node in the model (raw HTML, tags of other template languages, unused definitions) is kept in nodes
 * that every reader of the published model can show:
 *
 * - visible source: a `code` block with `data.raw` set to `html` (may be shown sanitised) or `markdown`;
 * - invisible source (comments, `<div>` without content): a paragraph with one `expression` that evaluates to
 *   nothing, with the source in `data.raw` and `data.flow: true`;
 * - source in a line: such an expression without `data.flow`.
 */
export type RawKind = 'html' | 'markdown';

const NOTHING = "''";
const SHOWS =
  /<(?:img|iframe|video|audio|embed|object|input|svg|hr|button|select|textarea|picture|canvas|meter|progress)\b/i;

export function rawInline(source: string): DocumentInline {
  return voidInline('expression', { expression: NOTHING, raw: source });
}

export function hiddenRawBlock(source: string): DocumentBlock {
  return block('paragraph', {}, [voidInline('expression', { expression: NOTHING, raw: source, flow: true })]);
}

export function rawBlock(source: string, kind: RawKind): DocumentBlock {
  return block('code', { syntax: kind, raw: kind }, codeLines(source.split('\n')));
}

/** The block that keeps a piece of HTML unchanged. */
export function rawHtmlBlock(source: string): DocumentBlock {
  if (!SHOWS.test(source) && htmlText(source).trim() === '') return hiddenRawBlock(source);
  const name = /^\s*<\/?([A-Za-z][\w:-]*)/.exec(source)?.[1];
  return rawBlock(source, name !== undefined && !isKnownHtmlName(name) ? 'markdown' : 'html');
}

/** Text of a piece of HTML without tags, comments, scripts and styles. For search and outlines, not for display. */
export function htmlText(source: string): string {
  return source
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<\/?[A-Za-z][^<>]*>/g, ' ');
}

/** The source that a block keeps verbatim, when it has one of the forms above. */
export function rawSourceOf(node: DocumentBlock): string | undefined {
  if (node.type === 'code') {
    const kind = node.data['raw'];
    return kind === 'html' || kind === 'markdown' ? codeText(node) : undefined;
  }
  const only = node.type === 'paragraph' && node.nodes?.length === 1 ? node.nodes[0] : undefined;
  return only && isRawInline(only) && only.data['flow'] === true ? String(only.data['raw']) : undefined;
}

export function isRawInline(node: DocumentNode): node is DocumentInline {
  return node.object === 'inline' && node.type === 'expression' && typeof node.data['raw'] === 'string';
}

export function emptyText(): ReturnType<typeof textNode> {
  return textNode(leaf(''));
}
