import type { DocumentBlock, DocumentData } from '../document.types.js';
import { block, isEmptyParagraph, paragraph, voidBlock } from '../document-nodes.js';
import { hiddenRawBlock, isRawInline, rawHtmlBlock } from '../raw-source.js';
import { type Place, withPlace } from '../source/places.js';
import { orEmpty, type BlockReader, type HtmlPlace } from './block-reader.js';
import { headingBlock, isAnchorId, liftAnchor } from './headings.js';
import {
  attributesOf,
  elementsOnly,
  htmlPhrases,
  isBlank,
  isElement,
  parseHtml,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.js';
import { htmlCode } from './parse-html-code.js';
import { htmlTable } from './parse-html-table.js';
import { figureImage, imageBlock, imageGroup } from './parse-images.js';

const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol blockquote hr pre figure div table details section article'.split(' '),
);
const ALIGN: Record<string, string> = {
  left: 'start',
  start: 'start',
  center: 'center',
  right: 'end',
  end: 'end',
};

/**
 * Blocks of an HTML block of Markdown. HTML that is not understood completely is kept as source completely.
 * @param origin the place of the block in the text.
 */
export function htmlBlocks(
  value: string,
  reader: BlockReader,
  depth: number,
  origin?: Place,
): DocumentBlock[] {
  const source = value.trim();
  if (/^<!--[\s\S]*-->$/.test(source)) return [hiddenRawBlock(value)];
  // Elsewhere the lines of the text begin with signs that the HTML does not have.
  const pointAt = origin?.from.column === 1 ? pointsFrom(origin, source) : undefined;
  const place: HtmlPlace = { source, reader, depth, inCell: false, pointAt };
  const tree = depth > 50 ? undefined : parseHtml(source);
  const bareText = tree?.nodes.some((node) => !isElement(node) && !isBlank(node)) ?? true;
  const blocks = tree && !bareText ? nodeBlocks(tree.nodes, place) : undefined;
  if (!blocks || blocks.length === 0 || blocks.some((one) => one.nodes?.some(isRawInline)))
    return [rawHtmlBlock(value)];
  return blocks;
}

/** Blocks of a list of HTML nodes; undefined when one of them has no counterpart in the model. */
export function nodeBlocks(nodes: HtmlNode[], place: HtmlPlace): DocumentBlock[] | undefined {
  const blocks: DocumentBlock[] = [];
  let line: HtmlNode[] = [];
  const flush = (): void => {
    if (line.some((node) => !isBlank(node)) || (line.length > 0 && line.length === nodes.length)) {
      const made = block('paragraph', {}, place.reader.inlines(htmlPhrases(line, place.source)));
      blocks.push(...withPlace([made], placeIn(place, line)));
    }
    line = [];
  };
  for (const node of nodes) {
    if (!isElement(node) || !startsBlock(node, place)) {
      line.push(node);
      continue;
    }
    flush();
    const read = elementBlocks(node, { ...place, pointAt: undefined, depth: place.depth + 1 });
    if (!read) return undefined;
    for (const one of withPlace(read, placeIn(place, [node]))) blocks.push(one);
  }
  flush();
  return blocks;
}

/** The place of some nodes in the text; undefined where that is not known. */
function placeIn({ pointAt }: HtmlPlace, nodes: readonly HtmlNode[]): Place | undefined {
  const shown = pointAt ? nodes.filter((node) => !isBlank(node)) : [];
  const [first, last] = [shown[0]?.sourceCodeLocation, shown.at(-1)?.sourceCodeLocation];
  return pointAt && first && last
    ? { from: pointAt(first.startOffset), to: pointAt(last.endOffset) }
    : undefined;
}

/** Finds the lines and columns of offsets that never go down. */
function pointsFrom({ from }: Place, source: string): (offset: number) => Place['from'] {
  let [line, start] = [from.line, 0];
  return (offset) => {
    for (
      let end = source.indexOf('\n', start);
      end !== -1 && end < offset;
      end = source.indexOf('\n', start)
    ) {
      line += 1;
      start = end + 1;
    }
    return { line, column: offset - start + 1 };
  };
}

function startsBlock(node: HtmlElement, place: HtmlPlace): boolean {
  if (BLOCKS.has(node.tagName)) return true;
  if (place.inCell) return false;
  return (node.tagName === 'img' && !('data-size' in attributesOf(node))) || node.tagName === 'picture';
}

function elementBlocks(element: HtmlElement, place: HtmlPlace): DocumentBlock[] | undefined {
  const { source, reader } = place;
  const caption = (nodes: HtmlNode[]): DocumentBlock[] | undefined => {
    const blocks = nodeBlocks(nodes, { ...place, inCell: true });
    return blocks?.every(isEmptyParagraph) ? [] : blocks;
  };
  switch (element.tagName) {
    case 'figure':
      return images(figureImage(element, source, reader, caption));
    case 'img':
    case 'picture':
      return images(imageBlock(element, source, reader));
    case 'div':
      return one(imageGroup(element, source, reader, caption));
    case 'table':
      return one(htmlTable(element, place, (nodes) => nodeBlocks(nodes, { ...place, inCell: true })));
    case 'pre':
      return htmlCode(element, place);
    case 'hr':
      return element.attrs.length === 0 ? [voidBlock('divider', {})] : undefined;
    case 'p':
      return one(paragraphBlock(element, place));
    case 'blockquote':
      return one(quoteBlock(element, place));
    case 'ul':
    case 'ol':
      return one(listBlock(element, place));
    default:
      return /^h[1-6]$/.test(element.tagName) ? one(htmlHeading(element, place)) : undefined;
  }
}

function one(found: DocumentBlock | undefined): DocumentBlock[] | undefined {
  return found && [found];
}

function images(image: DocumentBlock | undefined): DocumentBlock[] | undefined {
  if (!image) return undefined;
  return image.type === 'image' ? [block('images', {}, [image])] : [image];
}

/** The `align` attribute in the form of the model; undefined for other attributes or values. */
function alignment(element: HtmlElement, others: string[] = []): DocumentData | undefined {
  const { align, ...rest } = attributesOf(element);
  if (Object.keys(rest).some((name) => !others.includes(name))) return undefined;
  if (align === undefined) return {};
  return Object.hasOwn(ALIGN, align) ? { align: ALIGN[align] } : undefined;
}

function paragraphBlock(element: HtmlElement, { source, reader }: HtmlPlace): DocumentBlock | undefined {
  const data = alignment(element);
  return data && block('paragraph', data, reader.inlines(htmlPhrases(element.childNodes, source)));
}

function htmlHeading(element: HtmlElement, { source, reader }: HtmlPlace): DocumentBlock | undefined {
  const data = alignment(element, ['id']);
  const { id } = attributesOf(element);
  if (!data || (id !== undefined && !isAnchorId(id))) return undefined;
  const nodes = reader.inlines(htmlPhrases(element.childNodes, source));
  const depth = Number(element.tagName.charAt(1));
  const heading = headingBlock(depth, nodes, { ...data, ...(id !== undefined && { id }) });
  return id === undefined ? liftAnchor(heading) : heading;
}

function quoteBlock(element: HtmlElement, place: HtmlPlace): DocumentBlock | undefined {
  const nodes =
    element.attrs.length === 0 ? nodeBlocks(element.childNodes, { ...place, inCell: true }) : undefined;
  return nodes && block('blockquote', {}, orEmpty(nodes, paragraph));
}

function listBlock(element: HtmlElement, place: HtmlPlace): DocumentBlock | undefined {
  const { start, class: style, ...rest } = attributesOf(element);
  const ordered = element.tagName === 'ol';
  const isTasks = style === 'contains-task-list';
  const parts = elementsOnly(element.childNodes);
  if (!parts || parts.length === 0 || Object.keys(rest).length > 0 || (style !== undefined && !isTasks))
    return undefined;
  if (start !== undefined && (!ordered || !/^\d{1,9}$/.test(start))) return undefined;
  const items: DocumentBlock[] = [];
  for (const part of parts) {
    const item =
      part.tagName === 'li' && part.attrs.length === 0 ? listItem(part, isTasks, place) : undefined;
    if (!item) return undefined;
    items.push(item);
  }
  if (ordered)
    return block('list-ordered', start === undefined || start === '1' ? {} : { start: Number(start) }, items);
  return block(isTasks ? 'list-tasks' : 'list-unordered', {}, items);
}

function listItem(element: HtmlElement, isTasks: boolean, place: HtmlPlace): DocumentBlock | undefined {
  const [first, ...others] = element.childNodes;
  const box =
    isTasks && first && isElement(first) && first.tagName === 'input' ? attributesOf(first) : undefined;
  if (
    box &&
    (box['type'] !== 'checkbox' ||
      Object.keys(box).some((name) => !['type', 'checked', 'disabled'].includes(name)))
  ) {
    return undefined;
  }
  const nodes = nodeBlocks(box ? others : element.childNodes, { ...place, inCell: true });
  return nodes && block('list-item', box ? { checked: 'checked' in box } : {}, orEmpty(nodes, paragraph));
}

/** The title of an expandable, from a line of any HTML. */
export function summaryParagraph(inner: string, reader: BlockReader): DocumentBlock {
  const tree = parseHtml(inner);
  const phrases = tree ? htmlPhrases(tree.nodes, inner) : [{ type: 'raw' as const, source: inner }];
  return block('paragraph', {}, reader.inlines(phrases));
}
