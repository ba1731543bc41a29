import {
  dataOf,
  type DocumentBlock,
  type DocumentNode,
  type JSONDocument,
  replaceBlocks,
  walkNodes,
} from '#modules/documents/index.js';
import { asRecord, asText } from '../model/document-data.js';
import type { DrawnBlock } from './drawn-block.js';

/** A block of an integration in a document. */
export interface IntegrationBlockData {
  integration: string;
  block: string;
  props: Record<string, unknown>;
}

/** The answer for a block, null if no integration draws it, and the seconds for which the answer may be cached. */
export interface BlockDrawing {
  drawn: DrawnBlock | null;
  seconds: number;
}

/** Blocks drawn in one document; the blocks after them are shown as they are stored. */
const MAX_BLOCKS = 30;

/**
 * The document with the answers of its integrations put into their blocks, as a drawing and as ordinary blocks; the
 * same document if it has no such blocks.
 * @param draw answers for each block, in order.
 * @returns `seconds` for which the result may be cached, absent for no limit.
 */
export async function drawBlocks(
  document: JSONDocument,
  draw: (blocks: IntegrationBlockData[]) => Promise<BlockDrawing[]>,
): Promise<{ document: JSONDocument; seconds?: number }> {
  const asked = integrationBlocks(document)
    .slice(0, MAX_BLOCKS)
    .flatMap((block) => {
      const data = blockData(block);
      return data ? [{ block, data }] : [];
    });
  if (asked.length === 0) return { document };
  const answers = await draw(asked.map(({ data }) => data));
  const drawings = new Map<DocumentBlock, BlockDrawing>();
  asked.forEach(({ block }, at) => {
    const answer = answers[at];
    if (answer) drawings.set(block, answer);
  });
  const seconds = Math.min(...answers.map((drawing) => drawing.seconds));
  const nodes = replaceBlocks(document.nodes, (block) => {
    const drawn = drawings.get(block)?.drawn;
    return drawn ? withDrawing(block, drawn) : undefined;
  });
  return { document: { ...document, nodes }, ...(Number.isFinite(seconds) ? { seconds } : {}) };
}

/** All blocks of integrations in a document, at any depth. */
export function integrationBlocksOf(document: JSONDocument): IntegrationBlockData[] {
  return integrationBlocks(document).flatMap((block) => blockData(block) ?? []);
}

function blockData(node: DocumentBlock): IntegrationBlockData | null {
  const { integration, block, props } = dataOf(node);
  const name = asText(integration);
  const component = asText(block);
  return name && component ? { integration: name, block: component, props: asRecord(props) } : null;
}

function integrationBlocks({ nodes }: JSONDocument): DocumentBlock[] {
  return [...walkNodes(nodes)].filter(isIntegration);
}

function isIntegration(node: DocumentNode): node is DocumentBlock {
  return node.object === 'block' && node.type === 'integration';
}

function withDrawing(block: DocumentBlock, drawn: DrawnBlock): DocumentBlock {
  const body = { object: 'fragment' as const, fragment: 'body', nodes: drawn.blocks };
  return { ...block, data: { ...block.data, drawn }, fragments: [body] };
}
