import type { ContentRef } from '#modules/documents/index.js';
import type { BlockSource, Specification } from '#modules/openapi/threads.js';
import type { BlockDrawing, IntegrationBlockData, RenderContext } from '#modules/rendering/index.js';

/** A specification that blocks name, by `key`; the `id` differs for each content. */
export interface ShownSpecification {
  key: string;
  id: string;
  isDeleted: boolean;
}

/**
 * Loads the data that a document needs to become a page. They are loaded on demand, because only the document says
 * which ones it needs.
 */
export interface PageSource {
  specifications(named: BlockSource[]): Promise<ShownSpecification[]>;
  /** The specification; null if it has no content that could be shown. */
  specification(id: string): Promise<Specification | null>;
  /** Drawings of the blocks of integrations, in order. */
  draw(blocks: IntegrationBlockData[]): Promise<BlockDrawing[]>;
  /** A context that answers the targets of `refs` and no others. */
  context(refs: ContentRef[]): Promise<RenderContext>;
}
