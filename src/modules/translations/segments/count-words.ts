import { readSegment, segmentText } from './placeholders.js';

const segmenters = new Map<string, Intl.Segmenter>();

/** Number of words of a segment in its language, also for languages without spaces between words. */
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
