import type { RootContent } from 'mdast';
import type { DocumentBlock, DocumentNode } from '../document.types.js';
import type { Place } from '../source/places.js';
import type { ParseState } from './parse-state.js';
import type { Phrase } from './phrase.js';

/** The block parser as the readers of single constructs (tables, HTML, tags) use it. */
export interface BlockReader {
  readonly state: ParseState;
  /** Blocks of a list of syntax tree nodes; `line` is added to their line numbers. */
  blocks(nodes: RootContent[], depth: number, line: number): DocumentBlock[];
  /** Blocks of Markdown that is nested in another construct. */
  markdown(source: string, depth: number): DocumentBlock[];
  /** Blocks of a piece of HTML; unknown HTML is kept as source. */
  html(source: string, depth: number, place?: Place): DocumentBlock[];
  inlines(phrases: Phrase[]): DocumentNode[];
}

/** The context of a piece of HTML: an image in a cell is an inline, elsewhere it is a block. */
export interface HtmlPlace {
  source: string;
  reader: BlockReader;
  depth: number;
  inCell: boolean;
  /** The point in the text of an offset of the source, where that is known. */
  pointAt?: (offset: number) => Place['from'];
}

/** A container gets an empty block when it has none, because a cursor needs one. */
export function orEmpty(blocks: DocumentBlock[], empty: () => DocumentBlock): DocumentBlock[] {
  return blocks.length > 0 ? blocks : [empty()];
}
