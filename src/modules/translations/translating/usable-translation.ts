import { placeholdersMatch } from '../segments/placeholders.js';

/** Languages with dense scripts grow a few times in translation; a longer answer is not a translation. */
const MAX_GROWTH = 8;
const ALWAYS_FINE = 200;
/** Control characters and lone surrogates: valid in JSON, rejected by PostgreSQL or XML. */
const NO_TEXT = /(?![\t\n\r])\p{Cc}|\p{Surrogate}/gu;
const LINE_BREAK = /[\r\n\u2028\u2029]/;

/**
 * A provider's answer for a segment in usable form: one line for one line, with the same outer spaces. Null when it is
 * unusable: placeholders are wrong, words are missing, or it is far too long.
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
