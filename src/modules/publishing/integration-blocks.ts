import { Injectable } from '@nestjs/common';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import {
  type BlockDrawing,
  drawBlocks,
  type DrawnBlock,
  type IntegrationBlockData,
} from '#modules/rendering/index.js';

/** Where a document is that has such blocks. */
export interface BlockPlace {
  organizationId: string;
  spaceId: string;
}

type Drawer = (place: BlockPlace, block: IntegrationBlockData) => Promise<BlockDrawing>;

/** Where a later module draws the blocks of integrations; what nobody draws is shown as its link or its settings. */
@Injectable()
export class IntegrationBlocks {
  private drawer: Drawer | undefined;

  register(drawer: Drawer): void {
    this.drawer = drawer;
  }

  /** As `drawBlocks`. */
  async expand(
    place: BlockPlace,
    document: JSONDocument,
  ): Promise<{ document: JSONDocument; seconds?: number }> {
    return drawBlocks(document, (blocks) => this.draw(place, blocks));
  }

  /** What came of asking for each of some blocks. */
  async draw(place: BlockPlace, blocks: IntegrationBlockData[]): Promise<BlockDrawing[]> {
    const { drawer } = this;
    return drawer ? Promise.all(blocks.map((block) => drawer(place, block))) : [];
  }
}

/** A document with nothing but a block as it was drawn, to draw it anew. */
export function documentOfBlock(data: IntegrationBlockData, drawn: DrawnBlock): JSONDocument {
  const block: DocumentBlock = {
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: { ...data, drawn },
  };
  return { object: 'document', data: {}, nodes: [block] };
}
