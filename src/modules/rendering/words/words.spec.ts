import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#modules/spaces/index.js';
import { WORDS, wordsLanguage } from './words.js';

it('there are words for every language of a space', () => {
  expect(Object.keys(WORDS).sort()).toEqual([...LANGUAGES].sort());
});

describe.each(Object.keys(WORDS))('the words in %s', (language) => {
  it('leave out what the English ones leave out, and say something', () => {
    const placesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const part of ['page', 'interaction'] as const)
      for (const [name, english] of Object.entries(WORDS['en']![part])) {
        const text = (WORDS[language]![part] as Record<string, string>)[name] ?? '';
        expect([name, ...placesIn(text)]).toEqual([name, ...placesIn(english)]);
        expect(text.trim(), name).not.toBe('');
      }
  });
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
