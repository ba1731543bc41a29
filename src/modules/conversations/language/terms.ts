import * as stopwords from '@orama/stopwords/english';
import { stemmer } from '@orama/stemmers/english';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';

const ENGLISH = new Set<string>(stopwords.stopwords);
const OTHERS = [dutch, french, german, italian, portuguese, spanish, swedish].map(
  (words) => new Set<string>(words),
);
const MOST_TERMS = 40;
/** Scripts without spaces between words: two letters at a time are what stands for a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Lower-case words of a text, in their order. */
export function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKC')
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu) ?? []
  );
}

/** Stems of the words of a text that mean something, each once. */
export function termsOf(text: string): string[] {
  const isPlain = isEnglish(text);
  const silent = (word: string) => ENGLISH.has(word) || (!isPlain && OTHERS.some((words) => words.has(word)));
  const terms = wordsOf(text).flatMap((word) => {
    if (UNSPACED.test(word)) return pairsOf(word);
    if (silent(word)) return [];
    return [/^[\x21-\x7e]+$/.test(word) ? stemmer(word) : word];
  });
  return [...new Set(terms)].filter((term) => term !== '').slice(0, MOST_TERMS);
}

/**
 * Whether the model for English sentences can make something of a text. Short questions have few words to tell by: a text is
 * English unless it is written in other letters, or has more of another language's small words.
 */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const foreign = letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length;
  if (foreign * 4 > letters.length) return false;
  const words = wordsOf(text);
  const count = (known: ReadonlySet<string>) => words.filter((word) => known.has(word)).length;
  const english = count(ENGLISH);
  return OTHERS.every((known) => count(known) <= Math.max(english, 1));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < 2) return [word];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
