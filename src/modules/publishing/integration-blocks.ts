import { Injectable } from '@nestjs/common';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import {
  type BlockDrawing,
  drawBlocks,
  type DrawnBlock,
  type IntegrationBlockData,
} from '#modules/rendering/index.js';

/** Organization and space of a document with such blocks. */
export interface BlockPlace {
  organizationId: string;
  spaceId: string;
}

type Drawer = (place: BlockPlace, block: IntegrationBlockData) => Promise<BlockDrawing>;

/**
 * Registry of the function that draws the blocks of integrations, which a later module registers; blocks that are not
 * drawn are shown as their link or their settings.
 */
@Injectable()
export class IntegrationBlocks {
  private drawer: Drawer | undefined;

  register(drawer: Drawer): void {
    this.drawer = drawer;
  }

  /** Draws the blocks of a document; see `drawBlocks`. */
  async expand(
    place: BlockPlace,
    document: JSONDocument,
  ): Promise<{ document: JSONDocument; seconds?: number }> {
    return drawBlocks(document, (blocks) => this.draw(place, blocks));
  }

  /** The drawings of some blocks, in order; empty if no module draws them. */
  async draw(place: BlockPlace, blocks: IntegrationBlockData[]): Promise<BlockDrawing[]> {
    const { drawer } = this;
    return drawer ? Promise.all(blocks.map((block) => drawer(place, block))) : [];
  }
}

/** A document that contains only a drawn block, to render that block again. */
export function documentOfBlock(data: IntegrationBlockData, drawn: DrawnBlock): JSONDocument {
  const block: DocumentBlock = {
    object: 'block',
    type: 'integration',
    isVoid: true,
    data: { ...data, drawn },
  };
  return { object: 'document', data: {}, nodes: [block] };
}
