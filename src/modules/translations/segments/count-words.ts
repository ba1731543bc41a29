import { readSegment, segmentText } from './placeholders.js';

const segmenters = new Map<string, Intl.Segmenter>();

/** How many words a segment has in its language, also where words are not set apart by spaces. */
export function countWords(text: string, language: string): number {
  const words = segmentText(readSegment(text) ?? [text]);
  let count = 0;
  for (const one of segmenterOf(language).segment(words)) if (one.isWordLike) count += 1;
  return count;
}

function segmenterOf(language: string): Intl.Segmenter {
  const known = segmenters.get(language);
  if (known) return known;
  const [locale = 'en'] = Intl.Segmenter.supportedLocalesOf([language, 'en']);
  const made = new Intl.Segmenter(locale, { granularity: 'word' });
  segmenters.set(language, made);
  return made;
}
