import type { DocumentBlock } from '#modules/documents/index.js';
import type { ContentKitRoot } from './contentkit.schema.js';
import { contentKitBlocks } from './contentkit-blocks.js';

/**
 * The answer of an integration for one of its blocks, put into the block's data where it is drawn. It is an instance of
 * a class, so that no stored document can pretend to be one.
 */
export class DrawnBlock {
  /** The drawing as ordinary blocks, for text and print. */
  readonly blocks: DocumentBlock[];

  constructor(
    readonly root: ContentKitRoot,
    readonly state: Record<string, unknown>,
    /** Proof of the block's identity that readers' actions send to the server; absent where readers can do nothing. */
    readonly ticket?: string,
  ) {
    this.blocks = contentKitBlocks(root, state);
  }
}
