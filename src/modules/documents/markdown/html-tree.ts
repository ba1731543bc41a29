import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { measuredTree, TangledHtml } from '#platform/html/parse-html.js';
import type { HtmlAttributes } from './html-tag.js';
import type { Phrase } from './phrase.js';

export type HtmlNode = Tree.ChildNode;
export type HtmlElement = Tree.Element;

const MAX_DEPTH = 100;

/** Parsed HTML with its source, so that each part can be kept as written. */
export interface HtmlTree {
  source: string;
  nodes: HtmlNode[];
}

/**
 * Parses HTML; undefined when the parser repaired it (tags without partners, nesting that HTML forbids), because a
 * repaired tree differs from the source.
 */
export function parseHtml(source: string): HtmlTree | undefined {
  const nodes = nodesOf(source);
  if (!nodes) return undefined;
  const written = withoutComments(source).match(/<\/?[A-Za-z]/g)?.length ?? 0;
  return countTags(nodes) === written ? { source, nodes } : undefined;
}

function nodesOf(source: string): HtmlNode[] | undefined {
  try {
    const options = { sourceCodeLocationInfo: true, treeAdapter: measuredTree(source) };
    return parseFragment(source, options).childNodes;
  } catch (error) {
    if (error instanceof TangledHtml) return undefined;
    throw error;
  }
}

/** A regular expression would look for the end of an unclosed comment again from each `<!--`, in quadratic time. */
function withoutComments(source: string): string {
  let text = '';
  let at = 0;
  for (let start = source.indexOf('<!--'); start !== -1; start = source.indexOf('<!--', at)) {
    const end = source.indexOf('-->', start + 4);
    if (end === -1) break;
    text += source.slice(at, start);
    at = end + 3;
  }
  return text + source.slice(at);
}

/** Counts the start and end tags in the tree; -1 when it is too deep. */
function countTags(nodes: HtmlNode[]): number {
  let count = 0;
  const stack = nodes.map((node) => ({ node, depth: 0 }));
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.depth > MAX_DEPTH) return -1;
    if (!isElement(top.node)) continue;
    const place = top.node.sourceCodeLocation;
    if (place?.startTag) count += 1;
    if (place?.endTag) count += 1;
    if (place && !place.startTag) count += 1;
    for (const child of top.node.childNodes) stack.push({ node: child, depth: top.depth + 1 });
  }
  return count;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

export function isBlank(node: HtmlNode): boolean {
  return node.nodeName === '#text' && 'value' in node && node.value.trim() === '';
}

export function attributesOf(element: HtmlElement): HtmlAttributes {
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
}

/** Element children; undefined when there is text between them. */
export function elementsOnly(nodes: HtmlNode[]): HtmlElement[] | undefined {
  const shown = nodes.filter((node) => !isBlank(node));
  return shown.every(isElement) ? shown : undefined;
}

/** The source between the tags of an element. */
export function innerSource(element: HtmlElement, source: string): string {
  const place = element.sourceCodeLocation;
  return place?.startTag && place.endTag
    ? source.slice(place.startTag.endOffset, place.endTag.startOffset)
    : '';
}

/** Inline content of HTML. A line break in the source is a blank, and at the edges of `nodes` it is dropped. */
export function htmlPhrases(nodes: HtmlNode[], source: string): Phrase[] {
  return nodes.flatMap((node, at): Phrase[] => {
    if (isElement(node)) return [elementPhrase(node, source)];
    if ('value' in node) {
      let { value } = node;
      if (at === 0) value = value.replace(/^[ \t]*[\n\r\f]\s*/, '');
      if (at === nodes.length - 1) value = withoutLastBreak(value);
      return [{ type: 'text', value: value.replace(/(?<![ \t])[ \t]*[\n\r\f]\s*/g, ' ') }];
    }
    const place = node.sourceCodeLocation;
    return place ? [{ type: 'raw', source: source.slice(place.startOffset, place.endOffset) }] : [];
  });
}

/** A text without the blanks at its end from the first line break among them on. */
function withoutLastBreak(value: string): string {
  const shown = value.trimEnd();
  const blanks = value.slice(shown.length);
  const at = blanks.search(/(?<![ \t])[ \t]*[\n\r\f]/);
  return at === -1 ? value : shown + blanks.slice(0, at);
}

function elementPhrase(element: HtmlElement, source: string): Phrase {
  const place = element.sourceCodeLocation;
  const slice = (part: { startOffset: number; endOffset: number } | null | undefined): string =>
    part ? source.slice(part.startOffset, part.endOffset) : '';
  return {
    type: 'element',
    name: element.tagName,
    attributes: attributesOf(element),
    open: slice(place?.startTag ?? place),
    close: slice(place?.endTag),
    children: htmlPhrases(element.childNodes, source),
  };
}
