import type { RootContent } from 'mdast';
import type { DocumentBlock, DocumentNode } from '../document.types.js';
import type { ParseState } from './parse-state.js';
import type { Phrase } from './phrase.js';

/** The block parser as the readers of single constructs (tables, HTML, tags) see it. */
export interface BlockReader {
  readonly state: ParseState;
  /** Blocks of a list of syntax tree nodes; `line` is added to their line numbers. */
  blocks(nodes: RootContent[], depth: number, line: number): DocumentBlock[];
  /** Blocks of a piece of Markdown found inside something else. */
  markdown(source: string, depth: number): DocumentBlock[];
  /** Blocks of a piece of HTML; what is not understood is kept as it came. */
  html(source: string, depth: number): DocumentBlock[];
  inlines(phrases: Phrase[]): DocumentNode[];
}

/** Where a piece of HTML stands: in a cell an image is part of the line, as a block it is a block. */
export interface HtmlPlace {
  source: string;
  reader: BlockReader;
  depth: number;
  inCell: boolean;
}

/** Containers hold at least one block, or there would be nothing to put a cursor in. */
export function orEmpty(blocks: DocumentBlock[], empty: () => DocumentBlock): DocumentBlock[] {
  return blocks.length > 0 ? blocks : [empty()];
}
