import type { ContentRef } from '#modules/documents/index.js';
import type { BlockSource, Specification } from '#modules/openapi/threads.js';
import type { BlockDrawing, IntegrationBlockData, RenderContext } from '#modules/rendering/index.js';

/** A specification that blocks name: by `key`, and another `id` for each content. */
export interface ShownSpecification {
  key: string;
  id: string;
  isDeleted: boolean;
}

/** What a document needs to become a page: loaded when it is asked for, as only the document says what it needs. */
export interface PageSource {
  specifications(named: BlockSource[]): Promise<ShownSpecification[]>;
  /** Null when it says nothing that could be shown. */
  specification(id: string): Promise<Specification | null>;
  /** What integrations say to their blocks, in order. */
  draw(blocks: IntegrationBlockData[]): Promise<BlockDrawing[]>;
  /** Answers what `refs` lead to, and nothing else. */
  context(refs: ContentRef[]): Promise<RenderContext>;
}
