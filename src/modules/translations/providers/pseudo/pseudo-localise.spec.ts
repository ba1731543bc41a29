import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, placeholdersMatch, readSegment, segmentText } from '../../segments/placeholders.js';
import { pseudoLocalise } from './pseudo-localise.js';

const lengthOf = (segment: string) => Array.from(segmentText(readSegment(segment) ?? [])).length;

describe('pseudoLocalise', () => {
  it('adds accents, length and brackets', () => {
    expect(pseudoLocalise('Create a change request')).toBe('[Çŕééááţéé áá çĥááñĝéé ŕééǫúúéšţ]');
  });

  it('keeps placeholders, escapes and other scripts', () => {
    const localised = pseudoLocalise('Use <1>R&amp;D</1> <2/> &lt;b> 日本');
    expect(localised).toMatch(/^\[Úúšéé <1>Ŕ&amp;Đ<\/1> <2\/> &lt;ƀ> 日本 ~+\]$/u);
  });

  const words = fc
    .array(fc.stringMatching(/^[a-z]{2,9}$/), { minLength: 6, maxLength: 40 })
    .map((list) => list.join(' '));

  it('lengthens a text by 30 to 55 %, brackets included', () => {
    fc.assert(
      fc.property(words, (text) => {
        const growth = lengthOf(pseudoLocalise(text)) / lengthOf(text);
        expect(growth).toBeGreaterThanOrEqual(1.3);
        expect(growth).toBeLessThan(1.55);
      }),
    );
  });

  it('keeps placeholders around any text, and gives the same each time', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).map(escapeText);
    const segment = fc.tuple(text, text, text).map(([a, b, c]) => `${a}<1>x${b}</1><2/>${c}<3><4/>y</3>`);
    fc.assert(
      fc.property(segment, (one) => {
        const localised = pseudoLocalise(one);
        expect(placeholdersMatch(one, localised)).toBe(true);
        expect(pseudoLocalise(one)).toBe(localised);
      }),
    );
  });
});
