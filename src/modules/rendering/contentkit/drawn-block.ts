import type { DocumentBlock } from '#modules/documents/index.js';
import type { ContentKitRoot } from './contentkit.schema.js';
import { contentKitBlocks } from './contentkit-blocks.js';

/**
 * What an integration answered for a block of it: put into the block's data where it is drawn. An instance, so that no stored
 * document can pretend to be one.
 */
export class DrawnBlock {
  /** The same as ordinary blocks, for text and print. */
  readonly blocks: DocumentBlock[];

  constructor(
    readonly root: ContentKitRoot,
    readonly state: Record<string, unknown>,
    /** What proves to the server which block this is, for what readers do with it; absent where they can do nothing. */
    readonly ticket?: string,
  ) {
    this.blocks = contentKitBlocks(root, state);
  }
}
