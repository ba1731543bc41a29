import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKeys } from '../memory/memory-key.js';
import { batchesOf } from './segment-batches.js';
import { usableTranslation } from './usable-translation.js';

describe('batchesOf', () => {
  it('keeps order and limits, and puts a text that is too long alone', () => {
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

  it('fills each batch up to the limits', () => {
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
    ['in lines like the segment', 'a\nb', 'A\nB', 'A\nB'],
    ['without lone surrogates', 'a', 'A\0\ud800', 'A'],
    ['without control signs', 'a', '\u0007A\u001b[31m\tB\u009f', 'A[31m\tB'],
    ['only with words', 'a', ' ', null],
    ['only if there is one', 'a', null, null],
    ['only with a placeholder', 'a <1/>', 'A', null],
    ['only with it once', 'a <1/>', 'A <1/> <1/>', null],
    ['without another', 'a', 'A <1/>', null],
    ['only of a likely length', 'a', 'A'.repeat(300), null],
    ['only if nested a little', '<1>a</1>', deep(20), null],
    ['that is longer', 'a'.repeat(100), 'A'.repeat(900), 'A'.repeat(900)],
  ])('takes an answer %s', (_, segment, answer, translation) => {
    expect(usableTranslation(segment, answer)).toBe(translation);
  });
});

describe('usableTranslation of texts that are mostly spaces', () => {
  it('takes linear time', () => {
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

  it('differ for everything that the translation depends on', () => {
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
