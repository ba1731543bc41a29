import { readdirSync, readFileSync } from 'node:fs';
import type english from './en.json';

/** The words around the content in one language, a file each. Places in braces are filled in. */
export type Words = typeof english;
/** Words of pages and PDFs. */
export type PageWords = Words['page'];
/** Words of what readers do on pages: search, navigation, blocks that act. Scripts get them too. */
export type InteractionWords = Words['interaction'];
/** Words of API references where they are text. */
export type ReferenceWords = InteractionWords & Words['reference'];

const FALLBACK = 'en';
/** Other names of languages. */
const ALIASES: Readonly<Record<string, string>> = { nb: 'no', nn: 'no', iw: 'he', in: 'id' };

/** All languages that there are words in: all that a space can be in. */
export const WORD_LANGUAGES: ReadonlySet<string> = new Set(
  readdirSync(new URL('.', import.meta.url)).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []),
);

const read = new Map<string, Words>();

/** The interface language for a tag such as `de`, `fr-CA` or `pt-BR`; English for unsupported languages. */
export function wordsLanguage(tag: string | undefined): string {
  const whole = (tag ?? FALLBACK).toLowerCase();
  const [first = ''] = whole.split('-');
  return [whole, first, ALIASES[first] ?? ''].find((one) => WORD_LANGUAGES.has(one)) ?? FALLBACK;
}

/** The words in the language of a tag. Missing words, and all words of an unsupported language, are English. */
export function wordsOf(tag: string | undefined): Words {
  const language = wordsLanguage(tag);
  const known = read.get(language);
  if (known) return known;
  const words = withFallback(readWords(language), language === FALLBACK ? undefined : wordsOf(FALLBACK));
  read.set(language, words);
  return words;
}

/** The words of an API reference as text, in the language of a tag. */
export function referenceWords(tag: string | undefined): ReferenceWords {
  const { interaction, reference } = wordsOf(tag);
  return { ...interaction, ...reference };
}

/** `words` with those of `fallback` where they have none. */
export function withFallback(words: Words, fallback: Words | undefined): Words {
  return {
    page: { ...fallback?.page, ...words.page },
    interaction: { ...fallback?.interaction, ...words.interaction },
    reference: { ...fallback?.reference, ...words.reference },
  };
}

/** `template` with its `{name}` places filled. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

function readWords(language: string): Words {
  return JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Words;
}
