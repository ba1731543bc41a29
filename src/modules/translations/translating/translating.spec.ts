import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKeys } from '../memory/memory-key.js';
import { batchesOf } from './segment-batches.js';
import { usableTranslation } from './usable-translation.js';

describe('batchesOf', () => {
  it('keeps order and limits; what is too long is alone', () => {
    const items = fc.array(fc.string({ maxLength: 30 }).map((text) => ({ text })));
    const limits = fc.record({
      segments: fc.integer({ min: 1, max: 5 }),
      characters: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(items, limits, (list, most) => {
        const batches = batchesOf(list, most);
        expect(batches.flat()).toEqual(list);
        for (const batch of batches) {
          const characters = batch.reduce((sum, { text }) => sum + text.length, 0);
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(most.segments);
          expect(batch.length === 1 || characters <= most.characters).toBe(true);
        }
      }),
    );
  });

  it('fills batches', () => {
    const items = ['aaaa', 'bbbb', 'cccc', 'd', 'e'].map((text) => ({ text }));
    expect(batchesOf(items, { segments: 2, characters: 8 }).map((batch) => batch.length)).toEqual([2, 2, 1]);
  });
});

const deep = (levels: number): string => (levels === 0 ? 'A' : `<${levels}>${deep(levels - 1)}</${levels}>`);

describe('usableTranslation', () => {
  it.each([
    ['as it is', 'a <1>b</1>', 'A <1>B</1>', 'A <1>B</1>'],
    ['in the spaces of the segment', ' a ', 'A\n', ' A '],
    ['in one line', 'a b', 'A\n B', 'A B'],
    ['in several where the segment is', 'a\nb', 'A\nB', 'A\nB'],
    ['without what cannot be stored', 'a', 'A\0\ud800', 'A'],
    ['without what is no text', 'a', '\u0007A\u001b[31m\tB\u009f', 'A[31m\tB'],
    ['not without words', 'a', ' ', null],
    ['not without an answer', 'a', null, null],
    ['not without a placeholder', 'a <1/>', 'A', null],
    ['not with one twice', 'a <1/>', 'A <1/> <1/>', null],
    ['not with another', 'a', 'A <1/>', null],
    ['not with a page for a word', 'a', 'A'.repeat(300), null],
    ['not when it goes ever deeper', '<1>a</1>', deep(20), null],
    ['a lot longer', 'a'.repeat(100), 'A'.repeat(900), 'A'.repeat(900)],
  ])('%s', (_, segment, answer, translation) => {
    expect(usableTranslation(segment, answer)).toBe(translation);
  });
});

describe('usableTranslation of texts that are mostly spaces', () => {
  it('takes no longer than the text is long', () => {
    // Many minutes, where the end of the spaces is looked for from each of them.
    const wide = `a${' '.repeat(2_000_000)}b`;
    expect(usableTranslation(wide, wide.toUpperCase())).toBe(wide.toUpperCase());
    expect(usableTranslation('a', wide)).toBeNull();
  });
});

describe('memoryKeys', () => {
  const scope = { source: 'en', target: 'de', provider: 'chat', instructions: 'Be formal.' };
  const key = (more: object, text = 'a page', terms = [{ source: 'page', target: 'Seite' }]) =>
    memoryKeys({ ...scope, ...more })(text, terms).toString('hex');

  it('is another one for everything that the translation depends on', () => {
    const keys = [
      key({}),
      key({ source: 'fr' }),
      key({ target: 'fr' }),
      key({ provider: 'pseudo' }),
      key({ instructions: '' }),
      key({}, 'a page.'),
      key({}, 'a page', []),
      key({}, 'a page', [{ source: 'page', target: 'Blatt' }]),
      key({}, 'a', [{ source: 'page', target: 'Seite' }]),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(key({})).toBe(key({ instructions: ' Be formal.\n' }));
  });
});
