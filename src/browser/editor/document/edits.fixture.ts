import fc from 'fast-check';
import type { DocumentBlock, JSONDocument } from '#modules/documents/browser.js';
import { BLOCK_FORMS } from '#modules/documents/browser.js';

/** One edit of a document; the numbers choose a block among those for which it is possible. */
export interface Edit {
  kind: 'write' | 'insert' | 'delete' | 'move';
  at: number;
}

export const arbitraryEdits = (...kinds: Edit['kind'][]): fc.Arbitrary<Edit[]> =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat() }), { maxLength: 5 });

export interface Edited {
  document: JSONDocument;
  /** Words that the edits wrote, each once, and the key of the block that has them. */
  written: { word: string; key: string }[];
}

/** Edits a copy of a document, as a person with this name does. */
export function edited(document: JSONDocument, person: string, edits: readonly Edit[]): Edited {
  const copy = structuredClone(document);
  const written: Edited['written'] = [];
  edits.forEach(({ kind, at }, index) => {
    const word = `${person}-${index}.`;
    const lists = blockLists(copy);
    const places = lists.flatMap(({ list, holds }) => list.map((_, place) => ({ list, holds, place })));
    const fit = places.filter(({ list, holds, place }) => {
      if (kind === 'write') return BLOCK_FORMS.get(list[place]!.type)?.holds === 'text';
      return kind === 'insert' ? holds === 'blocks' : list.length > 1;
    });
    const chosen = fit[at % fit.length];
    if (!chosen) return;
    const { list, place } = chosen;
    if (kind === 'delete') list.splice(place, 1);
    else if (kind === 'move') list.push(...list.splice(place, 1));
    else if (kind === 'insert') {
      const key = `${person}-${index}`;
      list.splice(place, 0, paragraph(key, word));
      written.push({ word, key });
    } else {
      list[place]!.nodes!.push({ object: 'text', leaves: [{ object: 'leaf', text: word, marks: [] }] });
      written.push({ word, key: list[place]!.key! });
    }
  });
  return { document: copy, written };
}

function paragraph(key: string, text: string): DocumentBlock {
  const nodes = [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }];
  return { object: 'block', type: 'paragraph', key, isVoid: false, data: {}, nodes };
}

interface BlockList {
  list: DocumentBlock[];
  holds: 'blocks' | 'items';
}

/** The lists of blocks in a document that merge block by block: not those in fragments, and no lines of code. */
export function blockLists({ nodes }: JSONDocument): BlockList[] {
  const inner = (block: DocumentBlock): BlockList[] => {
    const holds = BLOCK_FORMS.get(block.type)?.holds;
    if (holds !== 'blocks' && holds !== 'items') return [];
    const list = block.nodes as DocumentBlock[];
    return [{ list, holds }, ...list.flatMap(inner)];
  };
  return [{ list: nodes, holds: 'blocks' }, ...nodes.flatMap(inner)];
}

/** All blocks of a document that merge by themselves, by their keys. */
export function blocksByKey(document: JSONDocument): Map<string, DocumentBlock> {
  const blocks = blockLists(document).flatMap(({ list }) => list);
  return new Map(blocks.map((block) => [block.key!, block]));
}
