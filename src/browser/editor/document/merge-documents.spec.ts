import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assignKeys } from '#modules/documents/assign-keys.js';
import { arbitraryDocument } from '#modules/documents/document.fixture.js';
import { type DocumentBlock, normalizeDocument } from '#modules/documents/index.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';
import { arbitraryEdits, blockLists, blocksByKey, edited } from './edits.fixture.js';
import { mergeDocuments } from './merge-documents.js';

const stored = arbitraryDocument.map((document) =>
  normalizeDocument(assignKeys(normalizeDocument(document))),
);
const anyEdits = arbitraryEdits('write', 'insert', 'delete', 'move');
const RUNS = { numRuns: thoroughly(600) };

const block = (text: string, key?: string) => ({
  ...{ object: 'block' as const, type: 'paragraph', isVoid: false, data: {} },
  ...(key !== undefined && { key }),
  nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text, marks: [] }] }],
});
const page = (...nodes: DocumentBlock[]) => ({ object: 'document' as const, data: {}, nodes });

describe('a merge of documents in the browser', () => {
  it('is the version of the side that changed something', () => {
    fc.assert(
      fc.property(stored, anyEdits, (base, edits) => {
        const { document } = edited(base, 'one', edits);
        expect(mergeDocuments(base, document, base)).toEqual({ document, conflicts: [] });
        expect(mergeDocuments(base, base, document)).toEqual({ document, conflicts: [] });
      }),
      RUNS,
    );
  });

  it('loses nothing that either side wrote, and makes no key twice', () => {
    fc.assert(
      fc.property(stored, anyEdits, anyEdits, (base, own, others) => {
        const mine = edited(base, 'mine', own);
        const theirs = edited(base, 'theirs', others);
        const { document, conflicts } = mergeDocuments(base, mine.document, theirs.document);
        const found = JSON.stringify([document, conflicts]);
        for (const { word } of [...mine.written, ...theirs.written].filter(isStill(mine, theirs)))
          expect(found).toContain(word);
        const keys = blockLists(document).flatMap(({ list }) => list.map(({ key }) => key));
        expect(new Set(keys).size).toBe(keys.length);
      }),
      RUNS,
    );
  });

  it('names exactly the blocks that both changed', () => {
    fc.assert(
      fc.property(stored, arbitraryEdits('write'), arbitraryEdits('write'), (base, own, others) => {
        const mine = edited(base, 'mine', own);
        const theirs = edited(base, 'theirs', others);
        const { document, conflicts } = mergeDocuments(base, mine.document, theirs.document);
        const [ownKeys, otherKeys] = [mine, theirs].map(
          ({ written }) => new Set(written.map(({ key }) => key)),
        );
        const both = [...ownKeys!].filter((key) => otherKeys!.has(key));
        expect(conflicts.map(({ key }) => key).sort()).toEqual(both.sort());
        const merged = blocksByKey(document);
        const [inMine, inTheirs] = [blocksByKey(mine.document), blocksByKey(theirs.document)];
        for (const key of ownKeys!) expect(merged.get(key)).toEqual(inMine.get(key));
        for (const key of [...otherKeys!].filter((one) => !ownKeys!.has(one)))
          expect(merged.get(key)).toEqual(inTheirs.get(key));
      }),
      RUNS,
    );
  });

  it('knows a block that the server stored under another key', () => {
    const base = page(block('a', 'k'), block('new', 'own'));
    const mine = page(block('a', 'k'), block('newer', 'own'));
    const theirs = page(block('b', 'k'), block('new', 'stored'));
    expect(mergeDocuments(base, mine, theirs)).toEqual({
      document: page(block('b', 'k'), block('newer', 'own')),
      conflicts: [],
    });
  });

  it('leaves an empty caption, which the server does not keep, to who begins to write it', () => {
    const image = (caption?: string) => ({
      ...{ object: 'block' as const, type: 'image', key: 'i', isVoid: true, data: {} },
      fragments:
        caption === undefined
          ? []
          : [{ object: 'fragment' as const, fragment: 'caption', nodes: [block(caption, 'c')] }],
    });
    for (const written of ['', 'At noon']) {
      const merged = mergeDocuments(page(image('')), page(image(written)), page(image()));
      expect(merged).toEqual({ document: page(image(written)), conflicts: [] });
    }
  });

  it('keeps blocks without a key, and those that have one key', () => {
    const base = page(block('a', 'k'));
    const mine = page(block('a', 'k'), block('copy', 'k'), block('new'), block('newer'));
    const { document } = mergeDocuments(base, mine, page(block('theirs', 'k')));
    expect(document).toEqual(page(block('theirs', 'k'), block('copy', 'k'), block('new'), block('newer')));
  });
});

/** Words that a side wrote and deleted again are gone rightly. */
function isStill(...sides: { document: unknown }[]): (one: { word: string }) => boolean {
  const texts = sides.map(({ document }) => JSON.stringify(document));
  return ({ word }) => texts.some((text) => text.includes(word));
}
