import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { type BlockSource, mapReferenceBlocks, referenceBlocks, sourceOf } from './block-source.js';
import { describedBlock, type ReadSource } from './describe-block.js';
import { PageRoom, type PageSpent } from './page-room.js';
import { referenceWords } from '#modules/words/index.js';

/** What the blocks of a document take their words from, each once. */
export function specificationsIn({ nodes }: JSONDocument): BlockSource[] {
  const named = [...referenceBlocks(nodes)].flatMap((block) => sourceOf(block) ?? []);
  return [...new Map(named.map((one) => [one.key, one])).values()];
}

/**
 * Puts what specifications say into the blocks that name a part of one, as ordinary blocks that anything can draw. What
 * several blocks name is described once, and of very much only as long as there is room on a page.
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
    if (!same || !room.takeAgain(same.spent)) {
      const before = room.state;
      const filled = describedBlock(block, source, words, room);
      // Without a reference it says what its author wrote, which is another thing for each.
      const hasReference = filled.data['reference'] !== undefined;
      if (hasReference && !same) described.set(part, { filled, spent: room.spentSince(before) });
      return filled;
    }
    const { reference, notice } = same.filled.data;
    return { ...block, data: { ...block.data, reference, notice }, fragments: same.filled.fragments };
  });
  return { ...document, nodes };
}
