import { mapSegmentText, readSegment, segmentText } from '../../segments/placeholders.js';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'áƀçđéƒĝĥíĵķļɱñóþǫŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĻṀÑÓÞǪŔŠŢÚṼŴẊÝŽ';
const accents = new Map(Array.from(PLAIN).map((letter, at) => [letter, Array.from(ACCENTED)[at]!]));

/** German is about this much longer than English. */
const GROWTH = 0.35;
const VOWEL = /[aeiouAEIOU]/;

/**
 * The pseudo-localisation of a segment, always the same: Latin letters with accents, vowels said twice and `~` at the end until it is a third
 * longer, in brackets. Placeholders stay where they are, and so do letters of other scripts. Right-to-left languages get the same: their
 * direction is that of the page, which shows whether the page minds it, and the text is still one that everybody can read.
 */
export function pseudoLocalise(segment: string): string {
  const length = Array.from(segmentText(readSegment(segment) ?? [])).length;
  let missing = Math.round(length * GROWTH);
  const localised = mapSegmentText(segment, (text) =>
    Array.from(text)
      .map((letter) => {
        const accented = accents.get(letter) ?? letter;
        if (missing === 0 || !VOWEL.test(letter)) return accented;
        missing -= 1;
        return accented + accented.toLowerCase();
      })
      .join(''),
  );
  return `[${localised}${missing === 0 ? '' : ` ${'~'.repeat(Math.max(1, missing - 1))}`}]`;
}
