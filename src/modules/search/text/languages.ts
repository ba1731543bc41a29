import { stopwords as englishStopwords } from '@orama/stopwords/english';
import { LRUCache } from 'lru-cache';
import { fold } from './fold.js';

/** A language: its stemmer and its stop words. */
export interface Language {
  /** The folded stem of a word that is in lower case with its diacritics; undefined when it is the word itself. */
  stem(plain: string, folded: string): string | undefined;
  isStopword(folded: string): boolean;
}

interface LanguageWords {
  stemmer: (word: string) => string;
  stopwords: string[];
}

const from = async (
  stemmer: Promise<Pick<LanguageWords, 'stemmer'>>,
  stopwords: Promise<Pick<LanguageWords, 'stopwords'>>,
): Promise<LanguageWords> => ({ stemmer: (await stemmer).stemmer, stopwords: (await stopwords).stopwords });

/** By the language of a space. The others (Chinese, Hebrew, Thai …) are searched by the words as they stand. */
const LOADERS: Readonly<Record<string, () => Promise<LanguageWords>>> = {
  ar: () => from(import('@orama/stemmers/arabic'), import('@orama/stopwords/arabic')),
  bg: () => from(import('@orama/stemmers/bulgarian'), import('@orama/stopwords/bulgarian')),
  da: () => from(import('@orama/stemmers/danish'), import('@orama/stopwords/danish')),
  de: () => from(import('@orama/stemmers/german'), import('@orama/stopwords/german')),
  el: () => from(import('@orama/stemmers/greek'), import('@orama/stopwords/greek')),
  en: () => from(import('@orama/stemmers/english'), import('@orama/stopwords/english')),
  es: () => from(import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')),
  fi: () => from(import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')),
  fr: () => from(import('@orama/stemmers/french'), import('@orama/stopwords/french')),
  hi: () => from(import('@orama/stemmers/indian'), import('@orama/stopwords/indian')),
  hu: () => from(import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian')),
  id: () => from(import('@orama/stemmers/indonesian'), import('@orama/stopwords/indonesian')),
  it: () => from(import('@orama/stemmers/italian'), import('@orama/stopwords/italian')),
  lt: () => from(import('@orama/stemmers/lithuanian'), import('@orama/stopwords/lithuanian')),
  nl: () => from(import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')),
  no: () => from(import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')),
  pt: () => from(import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')),
  ro: () => from(import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian')),
  ru: () => from(import('@orama/stemmers/russian'), import('@orama/stopwords/russian')),
  sv: () => from(import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')),
  tr: () => from(import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish')),
  uk: () => from(import('@orama/stemmers/ukrainian'), import('@orama/stopwords/ukrainian')),
};

/** Most documentation of technical products is English, also where nobody said so. */
const DEFAULT = 'en';
const ENGLISH = new Set(englishStopwords.map(fold));
const MAX_STEMS = 50_000;
const loaded = new Map<string, Promise<Language>>();

/** The language that texts of a space are read in; `null` when the space names none. */
export function languageOf(code: string | null): Promise<Language> {
  const key = code === null ? DEFAULT : code === 'pt-br' ? 'pt' : code;
  let language = loaded.get(key);
  if (!language) loaded.set(key, (language = load(key)));
  return language;
}

async function load(code: string): Promise<Language> {
  const loader = LOADERS[code];
  if (!loader) return { stem: () => undefined, isStopword: (word) => ENGLISH.has(word) };
  const { stemmer, stopwords } = await loader();
  const silent = new Set(stopwords.map(fold));
  const stems = new LRUCache<string, string>({ max: MAX_STEMS });
  return {
    stem(plain, folded) {
      if (plain.length < 3) return undefined;
      let stem = stems.get(plain);
      if (stem === undefined) stems.set(plain, (stem = fold(stemmer(plain))));
      return stem === folded || stem === '' ? undefined : stem;
    },
    isStopword: (word) => silent.has(word),
  };
}
