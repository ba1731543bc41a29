import { assignKeys } from '../assign-keys.js';
import type { DocumentBlock, DocumentNode, JSONDocument } from '../document.types.js';
import { normalizeDocument } from '../normalize-document.js';
import { isRawInline, rawSourceOf } from '../raw-source.js';
import { plainText } from '../document-nodes.js';
import { readFrontMatter } from './front-matter.js';
import type {
  MarkdownWarning,
  PageMeta,
  ParseContext,
  ParsedMarkdown,
  ParsedPage,
} from './markdown.types.js';
import { titleMarkdown } from './inline-markdown.js';
import { joinTags } from './join-tags.js';
import { BlockParser } from './parse-blocks.js';
import { type Places, withPlace } from '../source/places.js';
import { ParseState } from './parse-state.js';
import type { TextTree } from './text-tree.js';

/** The result of reading a text, before its document is normalized. */
export interface TextDraft {
  meta: PageMeta;
  blocks: DocumentBlock[];
  warnings: MarkdownWarning[];
  /** Number of lines of the front matter. */
  frontLines: number;
  /** The heading that is the title, and its place among the blocks. */
  heading?: { block: DocumentBlock; at: number };
  /** The definitions of the text, and those to which it refers. */
  state: ParseState;
}

/**
 * Reads a page in the Git format: front matter, title and body. Never throws: malformed parts become text and a
 * warning. The same text gives the same document, including keys.
 */
export function parsePage(markdown: string, context: ParseContext = {}): ParsedPage {
  return finishText(draftPage(markdown, context));
}

/** Reads Markdown without front matter and without a title: a comment, a description, a part of a page. */
export function parseMarkdown(markdown: string, context: ParseContext = {}): ParsedMarkdown {
  const { document, warnings } = finishText(draftMarkdown(markdown, context));
  return { document, warnings };
}

/**
 * The first part of `parsePage`, which asks the resolvers.
 * @param tree of an earlier reading of the same text, which is then reused.
 */
export function draftPage(
  markdown: string,
  context: ParseContext,
  tree?: TextTree,
  places?: Places,
): TextDraft {
  const source = cleanSource(markdown);
  const state = new ParseState(context, tree, places);
  const front = readFrontMatter(source, state);
  const lines = { from: { line: 1, column: 1 }, to: { line: front.lines, column: 4 } };
  const own = places ? withPlace(front.blocks, lines) : front.blocks;
  const blocks = [...own, ...parseBody(front.body, state, front.lines)];
  const { heading, ...title } = takeTitle(blocks, context.title);
  const meta: PageMeta = { ...front.meta, ...title };
  const { warnings } = state;
  // Front matter that cannot be read is a block of the text.
  const frontLines = front.blocks.length > 0 ? 0 : front.lines;
  return { meta, blocks, warnings, frontLines, ...(heading && { heading }), state };
}

/** The first part of `parseMarkdown`. */
export function draftMarkdown(
  markdown: string,
  context: ParseContext,
  tree?: TextTree,
  places?: Places,
): TextDraft {
  const state = new ParseState(context, tree, places);
  const blocks = parseBody(cleanSource(markdown), state, 0);
  return { meta: {}, blocks, warnings: state.warnings, frontLines: 0, state };
}

/** The second part of `parsePage` and `parseMarkdown`. */
export function finishText({
  meta,
  blocks,
  warnings,
}: Pick<TextDraft, 'meta' | 'blocks' | 'warnings'>): ParsedPage {
  return { meta, document: finish(blocks), warnings };
}

function parseBody(source: string, state: ParseState, line: number): DocumentBlock[] {
  const tree = state.tree(limitNesting(joinTags(source)), line);
  return new BlockParser(state).blocks(tree.children, 0, line);
}

function finish(blocks: DocumentBlock[]): JSONDocument {
  return assignKeys(normalizeDocument({ object: 'document', data: {}, nodes: blocks }));
}

/** Cleans line endings, the byte order mark and NUL. */
function cleanSource(markdown: string): string {
  return markdown
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '');
}

const NESTING = /^((?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]))){200})/gm;

/** Limits the containers on one line, whose cost is not linear: after hundreds of them, the next marker is text. */
function limitNesting(source: string): string {
  return source.replace(NESTING, '$1 \\');
}

/** Removes the title from the blocks: a first-level heading before any visible content. @param given known title of the page. */
function takeTitle(
  blocks: DocumentBlock[],
  given?: string,
): Pick<PageMeta, 'title' | 'titleMarkdown'> & Pick<TextDraft, 'heading'> {
  const at = blocks.findIndex((one) => !(one.type === 'paragraph' && rawSourceOf(one) !== undefined));
  const heading = blocks[at];
  if (heading?.type !== 'heading-1' || heading.data['level'] !== 1) return {};
  const title = plainText(heading.nodes).replace(/\s+/g, ' ').trim();
  // A title consists of words: fragments (the body of a footnote) have no place outside the document.
  if (title === '' || heading.nodes?.some(hasFragments)) return {};
  if (given !== undefined && !saysTheSame(title, given)) return {};
  blocks.splice(at, 1);
  const isPlain =
    Object.keys(heading.data).length === 1 &&
    (heading.nodes ?? []).every(
      (node) => node.object === 'text' && node.leaves.every((leaf) => leaf.marks.length === 0),
    );
  if (isPlain && !heading.nodes?.some(isRawInline) && plainText(heading.nodes) === title)
    return { title, heading: { block: heading, at } };
  return { title, titleMarkdown: titleMarkdown(heading), heading: { block: heading, at } };
}

/** True for titles that differ in blanks and capitals only. */
export function saysTheSame(a: string, b: string): boolean {
  const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();
  return plain(a) === plain(b);
}

function hasFragments(node: DocumentNode): boolean {
  if (node.object === 'text') return false;
  return (node.fragments?.length ?? 0) > 0 || (node.nodes ?? []).some(hasFragments);
}
