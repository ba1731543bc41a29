import type { DocumentBlock, DocumentInline, DocumentMark, DocumentNode } from '../document.types.js';
import { isValidBlock, isValidInline } from '../node-rules.js';
import type { ValidBlock } from '../catalogue/node-data.js';
import { isAnchorId, headingDepth } from './headings.js';

import { childBlocks, codeText } from '../document-nodes.js';
import { nodesDigest } from '../block-digest.js';
import { isRawInline, rawSourceOf } from '../raw-source.js';
import { isWritableRef } from './content-ref-text.js';
import { escapeHtml, openTag } from './html-tag.js';
import { htmlPhrases, parseHtml } from './html-tree.js';
import {
  buttonTags,
  footnoteLabel,
  footnoteTag,
  inlineTag,
  jsonInline,
  linkParts,
  markTags,
  mentionParts,
  onlyKeys,
  picture,
  rawText,
  stringAttributes,
} from './inline-html.js';
import { toUnits, widestRun, type Unit } from './inline-runs.js';
import { BlockParser } from './parse-blocks.js';
import { ParseState } from './parse-state.js';
import { SerializeState } from './serialize-state.js';
import { formatLength } from './tag-fields.js';

/** Writers for blocks that have no HTML in this file. */
export interface OtherBlocks {
  markdown(blocks: DocumentBlock[]): string;
  /** HTML of a table; undefined when HTML cannot express all of it. */
  table(table: DocumentBlock): string | undefined;
}

/** Inline content as HTML on one line; undefined when its raw tags would not be read back unchanged. */
export function inlineHtml(nodes: DocumentNode[], state: SerializeState): string | undefined {
  const html = unitsHtml(toUnits(nodes), [], state);
  if (!hasRaw(nodes)) return html;
  const trial = unitsHtml(toUnits(nodes), [], new SerializeState({}));
  const tree = parseHtml(trial);
  const back = tree && new BlockParser(new ParseState({})).inlines(htmlPhrases(tree.nodes, trial));
  return back && nodesDigest(back) === nodesDigest(nodes) ? html : undefined;
}

function hasRaw(nodes: DocumentNode[]): boolean {
  return nodes.some((node) => isRawInline(node) || (node.object !== 'text' && hasRaw(node.nodes ?? [])));
}

function unitsHtml(units: Unit[], open: DocumentMark[], state: SerializeState, inLink = false): string {
  let html = '';
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at] as Unit;
    const run = widestRun(units, at, open);
    if (run) {
      const { mark, end } = run;
      const tags = markTags(mark);
      html += tags.open + unitsHtml(units.slice(at, end), [...open, mark], state, inLink) + tags.close;
      at = end - 1;
    } else html += 'leaf' in unit ? textHtml(unit.leaf.text) : elementHtml(unit.inline, open, state, inLink);
  }
  return html;
}

const ANCHORS = new Set(['link', 'mention', 'annotation', 'button']);

function textHtml(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeHtml(line).replaceAll('\f', '&#xC;'))
    .join('<br>');
}

function elementHtml(
  node: DocumentInline,
  open: DocumentMark[],
  state: SerializeState,
  inLink: boolean,
): string {
  const inner = (): string => unitsHtml(toUnits(node.nodes ?? []), open, state, true);
  // HTML closes an anchor when the next one starts.
  if ((inLink && ANCHORS.has(node.type)) || !isValidInline(node)) return jsonInline(node);
  switch (node.type) {
    case 'link': {
      const parts = linkParts(node, state);
      return parts ? `${parts.open}${inner()}</a>` : jsonInline(node);
    }
    case 'mention': {
      const parts = mentionParts(node, state);
      return parts
        ? `${openTag('a', { href: parts.url, title: 'mention' })}${textHtml(parts.text)}</a>`
        : jsonInline(node);
    }
    case 'annotation':
      return onlyKeys(node.data, [])
        ? `${footnoteTag(state.note(node, footnoteLabel(node)))}${inner()}</a>`
        : jsonInline(node);
    case 'expression':
      if (typeof node.data['raw'] === 'string') return rawText(node) ?? jsonInline(node);
      if (!onlyKeys(node.data, ['expression'])) return jsonInline(node);
      return `<code class="expression">${textHtml(node.data.expression ?? '')}</code>`;
    case 'button': {
      const tags = buttonTags(node.data, state);
      return tags ? tags.open + textHtml(node.data.label ?? '') + tags.close : jsonInline(node);
    }
    default:
      return inlineTag(node, state) ?? jsonInline(node);
  }
}

/** Blocks inside HTML (a cell, a caption), on one line. */
export function blocksHtml(blocks: DocumentBlock[], state: SerializeState, others: OtherBlocks): string {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  if (only?.type === 'paragraph' && Object.keys(only.data).length === 0) {
    const html = state.attempt(() => inlineHtml(only.nodes ?? [], state));
    if (html !== undefined) return html;
  }
  return blocks.map((one) => anyHtml(one, state, others)).join('');
}

function anyHtml(block: DocumentBlock, state: SerializeState, others: OtherBlocks): string {
  return state.attempt(() => blockHtml(block, state, others)) ?? markdownHtml(block, others);
}

function markdownHtml(block: DocumentBlock, others: OtherBlocks): string {
  return `<pre data-markdown>${escapeHtml(others.markdown([block]))}</pre>`;
}

/** One block as HTML; undefined for blocks without an HTML element. */
export function blockHtml(
  block: DocumentBlock,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  if (!isValidBlock(block)) return undefined;
  const { data } = block;
  switch (block.type) {
    case 'paragraph':
      return elementBlock('p', block, state);
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return elementBlock(`h${headingDepth(block)}`, block, state);
    case 'divider':
      return onlyKeys(data, []) ? '<hr>' : undefined;
    case 'blockquote':
      return onlyKeys(data, [])
        ? `<blockquote>${blocksHtml(childBlocks(block.nodes), state, others)}</blockquote>`
        : undefined;
    case 'list-ordered':
    case 'list-unordered':
    case 'list-tasks':
      return listHtml(block, state, others);
    case 'code':
      return codeHtml(block);
    case 'table':
      return others.table(block);
    case 'images':
      return imagesHtml(block, state, others);
    default:
      return undefined;
  }
}

const ALIGNMENTS = { start: 'left', center: 'center', end: 'right' };

function elementBlock(
  name: string,
  block: ValidBlock<'paragraph' | `heading-${1 | 2 | 3}`>,
  state: SerializeState,
): string | undefined {
  const { align } = block.data;
  const id = block.type === 'paragraph' ? undefined : block.data.id;
  const allowed = name === 'p' ? ['align'] : ['align', 'id', 'level'];
  if (rawSourceOf(block) !== undefined || !onlyKeys(block.data, allowed)) return undefined;
  if (id !== undefined && !isAnchorId(id)) return undefined;
  const inner = inlineHtml(block.nodes ?? [], state);
  const attributes = { align: align && ALIGNMENTS[align], id };
  return inner === undefined ? undefined : `${openTag(name, attributes)}${inner}</${name}>`;
}

function listHtml(
  list: ValidBlock<`list-${'ordered' | 'unordered' | 'tasks'}`>,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  const items = childBlocks(list.nodes);
  const isTasks = list.type === 'list-tasks';
  const isKnown = items.every(
    (item) => item.type === 'list-item' && onlyKeys(item.data, isTasks ? ['checked'] : []),
  );
  if (!isKnown || items.length === 0 || !onlyKeys(list.data, ['start'])) return undefined;
  const tag = list.type === 'list-ordered' ? 'ol' : 'ul';
  const open = openTag(tag, {
    class: isTasks ? 'contains-task-list' : undefined,
    start: list.type === 'list-ordered' ? list.data.start : undefined,
  });
  const rows = items.map((item) => {
    const { checked } = item.data;
    const box =
      typeof checked === 'boolean'
        ? openTag('input', { type: 'checkbox', checked: checked || undefined })
        : '';
    return `<li>${box}${blocksHtml(childBlocks(item.nodes), state, others)}</li>`;
  });
  return `${open}${rows.join('')}</${tag}>`;
}

/** Plain code. For highlighted lines and annotations, see `serialize-code`. */
function codeHtml(block: ValidBlock<'code'>): string | undefined {
  const { syntax } = block.data;
  const lines = childBlocks(block.nodes);
  const isPlain = lines.every(
    (line) => onlyKeys(line.data, []) && line.nodes?.every((node) => node.object === 'text'),
  );
  if (!isPlain || !onlyKeys(block.data, ['syntax']) || (syntax !== undefined && !isCodeClass(syntax)))
    return undefined;
  const open =
    syntax === undefined
      ? '<pre><code>'
      : openTag('pre', { class: `language-${syntax}` }) + openTag('code', { class: `lang-${syntax}` });
  return `${open}${escapeHtml(codeText(block))}&#10;</code></pre>`;
}

export function isCodeClass(syntax: string): boolean {
  return /^[^\s"<>&]+$/.test(syntax);
}

/** Images as figures; undefined when their data has more members than HTML can hold. */
export function imagesHtml(
  block: ValidBlock<'images'>,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  const { align, fullWidth, withFrame } = block.data;
  const images = childBlocks(block.nodes);
  if (images.length === 0 || !onlyKeys(block.data, ['align', 'fullWidth', 'withFrame'])) return undefined;
  const figures = images.map((image) =>
    isValidBlock(image) && image.type === 'image' ? figureHtml(image, state, others) : undefined,
  );
  if (figures.some((figure) => figure === undefined)) return undefined;
  if (images.length === 1 && Object.keys(block.data).length === 0) return figures[0];
  const open = openTag('div', {
    align,
    'data-full-width': fullWidth?.toString(),
    'data-with-frame': withFrame?.toString(),
  });
  return `${open}${figures.join(' ')}</div>`;
}

/** An image or a drawing with its caption. */
export function figureHtml(
  image: ValidBlock<'image' | 'drawing'>,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  const { ref, refDark, width, height, alt, attributes } = image.data;
  const isDrawing = image.type === 'drawing';
  if (!onlyKeys(image.data, isDrawing ? ['ref'] : ['ref', 'refDark', 'width', 'height', 'alt', 'attributes']))
    return undefined;
  if (
    ![ref, refDark].every((one) => one === undefined || isWritableRef(one)) ||
    (ref === undefined && !isDrawing)
  )
    return undefined;
  const sizes = [width, height].map((length) => (length === undefined ? undefined : formatLength(length)));
  if ((width !== undefined && sizes[0] === undefined) || (height !== undefined && sizes[1] === undefined))
    return undefined;
  const extra = stringAttributes(attributes);
  const tag = openTag('img', {
    src: ref === undefined ? undefined : state.address(ref),
    alt: isDrawing ? undefined : typeof alt === 'string' ? alt : '',
    width: sizes[0],
    height: sizes[1],
    class: isDrawing ? 'gitbook-drawing' : undefined,
    ...extra,
  });
  const caption = image.fragments?.find((one) => one.fragment === 'caption')?.nodes ?? [];
  if (isDrawing && caption.length === 0) return tag;
  const words = caption.length === 0 ? '' : captionHtml(caption, state, others);
  return `<figure>${refDark === undefined ? tag : picture(tag, state.address(refDark))}<figcaption>${words}</figcaption></figure>`;
}

function captionHtml(blocks: DocumentBlock[], state: SerializeState, others: OtherBlocks): string {
  return blocks.map((one) => anyHtml(one, state, others)).join('');
}
