import { placeholdersMatch } from '../segments/placeholders.js';

/** Languages that say more with a sign need a few times the letters elsewhere; this much is no translation any more. */
const MOST_GROWTH = 8;
const ALWAYS_FINE = 200;
/** JSON can say them, and the database cannot hold them. */
const NOT_STORABLE = /\0|\p{Surrogate}/gu;
const LINE_BREAK = /\s*[\r\n\u2028\u2029]\s*/g;

/**
 * What a provider gave for a segment, as it can be used: in one line where the segment is, between the same spaces. Null when it cannot
 * be: placeholders are wrong, there are no words, or far too many.
 */
export function usableTranslation(segment: string, answer: string | null): string | null {
  if (answer === null) return null;
  const text = answer.replace(NOT_STORABLE, '').trim();
  const words = segment.includes('\n') ? text : text.replace(LINE_BREAK, ' ');
  if (words === '' || words.length > segment.length * MOST_GROWTH + ALWAYS_FINE) return null;
  const before = /^\s*/.exec(segment)![0];
  const after = /\s*$/.exec(segment)![0];
  const translation = before + words + after;
  return placeholdersMatch(segment, translation) ? translation : null;
}
