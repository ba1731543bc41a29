import { Injectable } from '@nestjs/common';
import type { DocumentBlock, DocumentNode, JSONDocument } from '#modules/documents/index.js';
import type { DrawnBlock } from './contentkit/drawn-block.js';
import { asRecord, asText, dataOf } from './rendering/document-data.js';

/** A block of an integration in a document. */
export interface IntegrationBlockData {
  integration: string;
  block: string;
  props: Record<string, unknown>;
}

/** Where a document is that has such blocks. */
export interface BlockPlace {
  organizationId: string;
  spaceId: string;
}

/** What came of asking for a block: null where there is nobody who draws it. `seconds` is how long that is good. */
export interface BlockDrawing {
  drawn: DrawnBlock | null;
  seconds: number;
}

type Drawer = (place: BlockPlace, block: IntegrationBlockData) => Promise<BlockDrawing>;

/** Of one document: what comes after is shown as what it is stored as. */
const MOST_BLOCKS = 30;

/** Where a later module draws the blocks of integrations; what nobody draws is shown as its link or its settings. */
@Injectable()
export class IntegrationBlocks {
  private drawer: Drawer | undefined;

  register(drawer: Drawer): void {
    this.drawer = drawer;
  }

  /**
   * The document with what its integrations answered put into their blocks, as a drawing and as ordinary blocks; itself when
   * it has none.
   * @returns `seconds` for how long it is good, absent when for ever.
   */
  async expand(
    place: BlockPlace,
    document: JSONDocument,
  ): Promise<{ document: JSONDocument; seconds?: number }> {
    const { drawer } = this;
    const found: DocumentBlock[] = [];
    if (drawer) collect(document.nodes, found);
    if (!drawer || found.length === 0) return { document };
    const drawings = new Map<DocumentBlock, BlockDrawing>();
    await Promise.all(
      found.slice(0, MOST_BLOCKS).map(async (block) => {
        const data = blockData(block);
        if (data) drawings.set(block, await drawer(place, data));
      }),
    );
    const seconds = Math.min(...[...drawings.values()].map((drawing) => drawing.seconds));
    const nodes = replaceAll(document.nodes, drawings);
    return { document: { ...document, nodes }, ...(Number.isFinite(seconds) ? { seconds } : {}) };
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

function blockData(node: DocumentBlock): IntegrationBlockData | null {
  const { integration, block, props } = dataOf(node);
  const name = asText(integration);
  const component = asText(block);
  return name && component ? { integration: name, block: component, props: asRecord(props) } : null;
}

function collect(nodes: readonly DocumentNode[], into: DocumentBlock[]): void {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (node.type === 'integration') into.push(node);
    collect(node.nodes ?? [], into);
    for (const fragment of node.fragments ?? []) collect(fragment.nodes, into);
  }
}

function replaceAll<Node extends DocumentNode>(
  nodes: readonly Node[],
  drawings: ReadonlyMap<DocumentBlock, BlockDrawing>,
): Node[] {
  return nodes.map((node) => {
    if (node.object !== 'block') return node;
    const drawn = drawings.get(node)?.drawn;
    if (drawn) {
      const body = { object: 'fragment' as const, fragment: 'body', nodes: drawn.blocks };
      return { ...node, data: { ...node.data, drawn }, fragments: [body] };
    }
    const fragments = node.fragments?.map((one) => ({ ...one, nodes: replaceAll(one.nodes, drawings) }));
    return {
      ...node,
      ...(node.nodes ? { nodes: replaceAll(node.nodes, drawings) } : {}),
      ...(fragments ? { fragments } : {}),
    };
  });
}
