import type { DocumentBlock } from '../document.types.js';
import type { BlockTexts } from './block-texts.js';
import type { Prefix } from './segment-writer.js';
import type { SourceText } from './source-text.js';

/** The share of the author's text that a changed block keeps. Each value is safer than the one before. */
export type Care =
  /** Words are put into the author's lines. */
  | 'words'
  /** Blocks within the block keep their lines; the others are written anew. */
  | 'blocks'
  /** The whole block is written anew. */
  | 'none';

export interface Siblings {
  before: readonly DocumentBlock[];
  next: DocumentBlock[];
  /** The lines of the text that hold the blocks. */
  region: { from: number; to: number };
  prefix: Prefix;
  inList: boolean;
  /** For each of the next blocks. */
  care: (next: number) => Care;
}

/** The writer of blocks as the writers of lists and tables use it. */
export interface Rewriter {
  readonly source: SourceText;
  readonly texts: BlockTexts;
  siblings(siblings: Siblings): string[] | undefined;
  /** @param rest what stands before the lines that are new. */
  merge(was: string, styled: string, is: string, rest: string): string | undefined;
}
