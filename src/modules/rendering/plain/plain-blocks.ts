import { toHtml } from 'hast-util-to-html';
import {
  type BlockOf,
  dataOf,
  type DocumentBlock,
  type DocumentNode,
  parseMarkdown,
} from '#modules/documents/index.js';
import { codeText } from '../model/code-lines.js';
import { dateOfUpdate, shownTitle } from '../model/formats.js';
import { asText, asTexts, blocksOf, fragmentOf, loneContent, nodesOf } from '../model/document-data.js';
import { DrawnBlock } from '../contentkit/drawn-block.js';
import { sanitizeHtml } from '../html/raw-html.js';
import { rawBlock } from '../model/raw-source.js';
import { refLabel } from '../model/references.js';
import { type BlockRenderers, rendererOf } from '../model/renderer-of.js';
import { fill } from '#modules/words/index.js';
import { hostOf, safeLink } from '../model/urls.js';
import { plainInlines } from './plain-inlines.js';
import { codeBlock, container, image, link, paragraph, text } from './plain-nodes.js';
import type { PlainState } from './plain-state.js';
import { plainTable } from './plain-table.js';

/** Plain forms of blocks that Markdown has no form for: their content without their look. */
const FORMS: BlockRenderers<PlainState, DocumentBlock[]> = {
  paragraph: withInlines,
  'heading-1': withInlines,
  'heading-2': withInlines,
  'heading-3': withInlines,
  'list-ordered': withBlocks,
  'list-unordered': withBlocks,
  'list-tasks': withBlocks,
  'list-item': listItem,
  blockquote: withBlocks,
  divider: (block) => [{ ...block, data: {} }],
  hint: (block, state) => [
    container('blockquote', [
      label(state.text[dataOf(block).style ?? 'info']),
      ...plainBlocks(nodesOf(block), state),
    ]),
  ],
  code,
  'code-line': lone,
  prompt: (block, state) => [...labels(dataOf(block).description), ...plainBlocks(nodesOf(block), state)],
  math: (block) => [{ ...block, data: { formula: dataOf(block).formula ?? '' } }],
  images: (block, state) => blocksOf(block, 'image').flatMap((one) => picture(one, state)),
  image: picture,
  drawing: picture,
  file: (block, state) => {
    const target = state.link(dataOf(block).ref);
    if (!target) return [];
    return [
      paragraph([link(target.href, refLabel(dataOf(block).ref, target))]),
      ...plainBlocks(fragmentOf(block, 'caption'), state),
    ];
  },
  embed: (block, state) => {
    const href = safeLink(dataOf(block).url ?? '');
    const caption = plainBlocks(fragmentOf(block, 'caption'), state);
    return href ? [paragraph([link(href, href)]), ...caption] : caption;
  },
  'content-ref': contentRef,
  tabs: (block, state) =>
    blocksOf(block, 'tabs-item').flatMap((tab) => [
      ...labels(shownTitle(dataOf(tab).title)),
      ...plainBlocks(nodesOf(tab), state),
    ]),
  'tabs-item': lone,
  expandable: (block, state) => [
    ...plainBlocks(fragmentOf(block, 'expandable-title'), state).map(emphasized),
    ...plainBlocks(fragmentOf(block, 'expandable-body'), state),
  ],
  stepper: (block, state) =>
    blocksOf(block, 'stepper-step').flatMap((step, at) => [
      label(fill(state.text.step, { count: at + 1 })),
      ...plainBlocks(nodesOf(step), state),
    ]),
  'stepper-step': lone,
  columns: (block, state) => blocksOf(block, 'column').flatMap((one) => plainBlocks(nodesOf(one), state)),
  column: lone,
  table: plainTable,
  swagger: openApi,
  'openapi-operation': openApi,
  'openapi-schemas': openApi,
  'openapi-webhook': openApi,
  integration,
  // Reusable content that could be read is included already.
  'reusable-content': () => [],
  // Conditions are decided already.
  if: lone,
  updates,
  update: lone,
};

/**
 * Blocks with only the features that every reader of Markdown knows: no tags, no attributes, no references that need a
 * resolver.
 */
export function plainBlocks(nodes: readonly DocumentNode[], state: PlainState): DocumentBlock[] {
  return nodes.flatMap((node): DocumentBlock[] => {
    if (node.object !== 'block') return [paragraph(plainInlines([node], state))];
    const raw = rawBlock(node);
    if (raw) return raw.kind === 'html' ? harmless(raw.source) : [codeBlock(raw.source, 'markdown')];
    return (rendererOf(FORMS, node) ?? lone)(node, state);
  });
}

function withInlines(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  const nodes = plainInlines(nodesOf(block), state);
  const isGone = nodes.length === 0 && nodesOf(block).length > 0;
  return isGone ? [] : [container(block.type, nodes)];
}

function withBlocks(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  const { start } = dataOf(block);
  const data = typeof start === 'number' ? { start } : {};
  const nodes = plainBlocks(nodesOf(block), state);
  return nodes.length === 0 ? [] : [container(block.type, nodes, data)];
}

function listItem(block: BlockOf<'list-item'>, state: PlainState): DocumentBlock[] {
  const { checked } = dataOf(block);
  const nodes = plainBlocks(nodesOf(block), state);
  return [container('list-item', nodes, checked === undefined ? {} : { checked })];
}

function code(block: BlockOf<'code'>): DocumentBlock[] {
  const { title, syntax } = dataOf(block);
  return [...labels(title), codeBlock(codeText(block), syntax || undefined)];
}

function picture(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  const data = dataOf(block);
  const url = state.image(data);
  const alt = asText(data.alt) ?? '';
  const shown = url === null ? (alt === '' ? [] : [text(alt)]) : [image(url, alt)];
  const caption = plainBlocks(fragmentOf(block, 'caption'), state);
  return [...(shown.length > 0 ? [paragraph(shown)] : []), ...caption];
}

function contentRef(block: BlockOf<'content-ref'>, state: PlainState): DocumentBlock[] {
  const { ref, label: own } = dataOf(block);
  const target = state.link(ref);
  if (!target) return [];
  const words = asText(own) ?? refLabel(ref, target);
  const more = target.description ? [text(`: ${target.description}`)] : [];
  return [paragraph([link(target.href, words), ...more])];
}

/** The details from the specification are in the `body` fragment already. */
function openApi(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  const { method, path, name, title, schemas } = dataOf(block);
  const subject = asText(path) ?? asText(name) ?? asText(title) ?? asTexts(schemas).join(', ');
  const line = [asText(method)?.toUpperCase(), subject].filter(Boolean).join(' ');
  return [
    ...(line === '' ? [] : [paragraph([text(line, 'code')])]),
    ...plainBlocks(fragmentOf(block, 'body'), state),
    ...plainBlocks(nodesOf(block), state),
  ];
}

function integration(block: BlockOf<'integration'>, state: PlainState): DocumentBlock[] {
  const data = dataOf(block);
  if (data.drawn instanceof DrawnBlock) return plainBlocks([...data.drawn.blocks, ...nodesOf(block)], state);
  const href = safeLink(data.url ?? '');
  const shown = href
    ? paragraph([link(href, hostOf(href))])
    : codeBlock(JSON.stringify(data.props ?? {}, null, 2), 'json');
  return [shown, ...plainBlocks(nodesOf(block), state)];
}

function updates(block: BlockOf<'updates'>, state: PlainState): DocumentBlock[] {
  return blocksOf(block, 'update').flatMap((update) => {
    const { shown } = dateOfUpdate(update, dataOf(block).format, state.context.language);
    return [...labels(shown), ...plainBlocks(nodesOf(update), state)];
  });
}

/** HTML without the parts that pages do not show either: comments, scripts, attributes that run code. */
function harmless(html: string): DocumentBlock[] {
  const clean = toHtml({ type: 'root', children: sanitizeHtml(html) }).trim();
  return clean === '' ? [] : parseMarkdown(clean).document.nodes;
}

function lone(block: DocumentBlock, state: PlainState): DocumentBlock[] {
  return plainBlocks(loneContent(block), state);
}

function label(words: string): DocumentBlock {
  return paragraph([text(words, 'bold')]);
}

function labels(words: string | undefined): DocumentBlock[] {
  return words ? [label(words)] : [];
}

/** A line that serves as a title. */
function emphasized(block: DocumentBlock): DocumentBlock {
  const nodes = (block.nodes ?? []).map((node) => {
    if (node.object !== 'text') return node;
    const leaves = node.leaves.map((leaf) => ({
      ...leaf,
      marks: leaf.marks.some(({ type }) => type === 'bold')
        ? leaf.marks
        : [...leaf.marks, { object: 'mark' as const, type: 'bold' }],
    }));
    return { ...node, leaves };
  });
  return { ...block, nodes };
}
