import { LRUCache } from 'lru-cache';
import { type BlockOf, dataOf } from '#modules/documents/index.js';
import { asText } from './document-data.js';

const DATE_FORMATS = {
  numeric: { year: 'numeric', month: '2-digit', day: '2-digit' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  full: { year: 'numeric', month: 'long', day: 'numeric' },
} as const;
export type DateFormat = keyof typeof DATE_FORMATS;

/** A date in the language of the site, always in UTC so that every replica writes the same page. */
export function formatDate(date: Date, format: DateFormat, language: string | undefined): string {
  return dateFormat(format, language ?? 'en').format(date);
}

/** Formatters are kept, because making one takes far longer than formatting a date. */
const dateFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function dateFormat(format: DateFormat, language: string): Intl.DateTimeFormat {
  const key = `${format} ${language}`;
  const kept = dateFormats.get(key);
  if (kept) return kept;
  const made = newDateFormat(language, { ...DATE_FORMATS[format], timeZone: 'UTC' });
  dateFormats.set(key, made);
  return made;
}

/** A format in English if the language is unknown. */
function newDateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(language, options);
  } catch {
    return new Intl.DateTimeFormat('en', options);
  }
}

/** Size in the largest unit that keeps the number at or above one. */
export function fileSize(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** power;
  return `${power === 0 ? amount : Number(amount.toFixed(1))} ${units[power]}`;
}

/**
 * The title of a tab as readers see it. Older exports escape brackets in titles as in Markdown text. The source keeps the
 * escapes.
 */
export function shownTitle(title: string | undefined): string | undefined {
  return title?.replace(/\\([()[\]{}])/g, '$1');
}

/** The date of an update as readers see it, which is the text as written when it is not a date. */
export function dateOfUpdate(
  update: BlockOf<'update'>,
  format: DateFormat | undefined,
  language: string | undefined,
): { date?: Date; shown: string } {
  const { date: written } = dataOf(update);
  if (written === undefined) return { shown: asText(update.data?.['date']) ?? '' };
  const date = new Date(written);
  return { date, shown: formatDate(date, format ?? 'full', language) };
}
