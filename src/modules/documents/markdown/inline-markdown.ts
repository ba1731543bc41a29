import { nodesDigest } from '../block-digest.js';
import type { DocumentBlock, DocumentNode } from '../document.types.js';
import { isRawInline } from '../raw-source.js';
import { BlockParser } from './parse-blocks.js';
import { ParseState } from './parse-state.js';
import { GUARD, InlineWriter } from './serialize-inlines.js';
import { SerializeState } from './serialize-state.js';
import { parseTree } from './syntax.js';

export interface LineScope {
  state: SerializeState;
  inCell?: boolean;
  inHeading?: boolean;
}

/** Writes inline content as Markdown that reads back as the same content. */
export function inlineMarkdown(
  nodes: DocumentNode[],
  { state, inCell = false, inHeading = false }: LineScope,
): string {
  const base = { state, inLink: false, inCell, inHeading, rawAsJson: false };
  if (!hasRaw(nodes)) return new InlineWriter(base).write(nodes);
  // Raw tags may pair up with others around them. The trial text has no addresses of the caller, so that it can be read
  // back.
  const trial = new InlineWriter({ ...base, state: new SerializeState({}) }).write(nodes);
  return new InlineWriter({ ...base, rawAsJson: !readsAs(trial, nodes) }).write(nodes);
}

function hasRaw(nodes: DocumentNode[]): boolean {
  return nodes.some((node) => isRawInline(node) || (node.object !== 'text' && hasRaw(node.nodes ?? [])));
}

function readsAs(markdown: string, nodes: DocumentNode[]): boolean {
  const paragraph = readOne(markdown.startsWith('<') ? `${GUARD}${markdown}` : markdown);
  return paragraph !== undefined && nodesDigest(paragraph.nodes ?? []) === nodesDigest(nodes);
}

/** The only block of a piece of Markdown; undefined when it has more blocks, or none. */
export function readOne(markdown: string): DocumentBlock | undefined {
  const state = new ParseState({});
  const blocks = new BlockParser(state).blocks(state.tree(markdown, 0).children, 0, 0);
  return blocks.length === 1 ? blocks[0] : undefined;
}

/** The Markdown of a paragraph, with a guard where it would be read as another block. */
export function paragraphMarkdown(paragraph: DocumentBlock, state: SerializeState): string {
  const nodes = paragraph.nodes ?? [];
  const markdown = inlineMarkdown(nodes, { state });
  const shown = nodes.filter(
    (node) => !(node.object === 'text' && node.leaves.every((leaf) => leaf.text.trim() === '')),
  );
  const only = shown.length === 1 ? shown[0] : undefined;
  const isBlockLike =
    only?.object === 'inline' && /^(?:inline-image|inline-math)$/.test(only.type) && !isLineImage(markdown);
  // A footnote reference before a colon would start the definition of the footnote.
  const isDefinition = /^\[\^[^\]]*\]:/.test(markdown);
  if (isBlockLike || isDefinition || (markdown.startsWith('<') && startsHtml(markdown)))
    return GUARD + markdown;
  return markdown;
}

/** True for a lone `<img data-size="line">`, which is an image in a line. */
function isLineImage(markdown: string): boolean {
  return /^<img [^>]*data-size="[a-z]+"[^>]*>$/.test(markdown);
}

/** The first line decides (CommonMark 0.31, section 4.6), and a line that begins with an autolink does not start HTML. */
function startsHtml(markdown: string): boolean {
  if (isLineImage(markdown) || /^<[a-z][a-z\d-]*:/i.test(markdown)) return false;
  const [line = ''] = markdown.slice(0, 2000).split('\n', 1);
  return parseTree(line).children[0]?.type === 'html';
}

/** The Markdown of a title on one line, with its anchor. */
export function titleMarkdown(heading: DocumentBlock): string {
  const id = heading.data['id'];
  const text = inlineMarkdown(heading.nodes ?? [], { state: new SerializeState({}), inHeading: true });
  return typeof id === 'string' ? `${text} <a href="#${id}" id="${id}"></a>` : text;
}
