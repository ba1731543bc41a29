import { placeholdersMatch } from '../segments/placeholders.js';

/** Languages that say more with a sign need a few times the letters elsewhere; this much is no translation any more. */
const MAX_GROWTH = 8;
const ALWAYS_FINE = 200;
/** What JSON can say and no text holds: the database refuses some of it, and XML the rest. */
const NO_TEXT = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;
const LINE_BREAK = /[\r\n\u2028\u2029]/;

/**
 * What a provider gave for a segment, as it can be used: in one line where the segment is, between the same spaces. Null when it cannot
 * be: placeholders are wrong, there are no words, or far too many.
 */
export function usableTranslation(segment: string, answer: string | null): string | null {
  if (answer === null || answer.length > segment.length * MAX_GROWTH + ALWAYS_FINE) return null;
  const text = answer.replace(NO_TEXT, '').trim();
  const words = segment.includes('\n') ? text : inOneLine(text);
  if (words === '') return null;
  const before = segment.slice(0, segment.length - segment.trimStart().length);
  const after = segment.slice(segment.trimEnd().length);
  const translation = before + words + after;
  return placeholdersMatch(segment, translation) ? translation : null;
}

function inOneLine(text: string): string {
  if (!LINE_BREAK.test(text)) return text;
  const lines = text.split(LINE_BREAK).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}
