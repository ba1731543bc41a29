import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { LANGUAGES } from '#modules/spaces/index.js';
import english from './en.json' with { type: 'json' };
import { withFallback, WORD_LANGUAGES, type Words, wordsLanguage, wordsOf } from './words.js';

const PARTS = ['page', 'interaction', 'reference'] as const;

it('the words exist for every language of a space', () => {
  expect([...WORD_LANGUAGES].sort()).toEqual([...LANGUAGES].sort());
});

describe.each([...WORD_LANGUAGES])('the words in %s', (language) => {
  it('have the same names as the English ones', () => {
    const own = JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Words;
    expect(Object.keys(own)).toEqual(Object.keys(english));
    for (const part of PARTS)
      expect(
        Object.keys(own[part]).filter((name) => !Object.hasOwn(english[part], name)),
        part,
      ).toEqual([]);
  });

  it('have the placeholders of the English ones, and are not empty', () => {
    const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const part of PARTS)
      for (const [name, text] of Object.entries(english[part])) {
        const own = (wordsOf(language)[part] as Record<string, string>)[name] ?? '';
        expect([name, ...placesIn(own)]).toEqual([name, ...placesIn(text)]);
        expect(own.trim(), name).not.toBe('');
      }
  });
});

it('a missing word of a language is English', () => {
  const { search, ...others } = wordsOf('de').interaction;
  const words = withFallback({ ...wordsOf('de'), interaction: others as Words['interaction'] }, english);
  expect(words.interaction).toEqual({ ...others, search: 'Search' });
  expect(search).toBe('Suche');
});

it.each([
  [undefined, 'en'],
  ['fr-CA', 'fr'],
  ['pt-BR', 'pt-br'],
  ['pt-PT', 'pt'],
  ['nb', 'no'],
  ['zh-Hans-CN', 'zh'],
  ['tlh', 'en'],
  ['constructor', 'en'],
])('a page in %s has the words of %s', (tag, language) => expect(wordsLanguage(tag)).toBe(language));
