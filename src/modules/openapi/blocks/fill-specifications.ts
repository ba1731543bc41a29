import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { type BlockSource, mapReferenceBlocks, referenceBlocks, sourceOf } from './block-source.js';
import { describedBlock, type ReadSource } from './describe-block.js';
import { PageRoom, type PageSpent } from './page-room.js';
import { referenceWords } from '#modules/words/index.js';

/** The sources of the blocks of a document, each once. */
export function specificationsIn({ nodes }: JSONDocument): BlockSource[] {
  const named = [...referenceBlocks(nodes)].flatMap((block) => sourceOf(block) ?? []);
  return [...new Map(named.map((one) => [one.key, one])).values()];
}

/**
 * Fills the blocks that name a part of a specification with ordinary blocks, which every renderer can draw. A part that
 * several blocks name is described once, and descriptions end when the room on the page is used up.
 * @param sources by the keys of `specificationsIn`.
 */
export function fillSpecifications(
  document: JSONDocument,
  sources: ReadonlyMap<string, ReadSource>,
  language: string | undefined,
): JSONDocument {
  const words = referenceWords(language);
  const room = new PageRoom();
  const described = new Map<string, { filled: DocumentBlock; spent: PageSpent }>();
  const nodes = mapReferenceBlocks(document.nodes, (block) => {
    const key = sourceOf(block)?.key ?? '';
    const source = sources.get(key);
    if (!source) return describedBlock(block, undefined, words, room);
    const { path, name, method, headless, schemas } = block.data ?? {};
    const part = JSON.stringify([key, block.type, path, name, method, headless, schemas]);
    const same = described.get(part);
    if (!same || !room.release(same.spent)) {
      const before = room.state;
      const filled = describedBlock(block, source, words, room);
      // A block without a reference shows blocks of its author, which differ from block to block.
      const hasReference = filled.data['reference'] !== undefined;
      if (hasReference && !same) described.set(part, { filled, spent: room.spentSince(before) });
      return filled;
    }
    const { reference, notice } = same.filled.data;
    return { ...block, data: { ...block.data, reference, notice }, fragments: same.filled.fragments };
  });
  return { ...document, nodes };
}
