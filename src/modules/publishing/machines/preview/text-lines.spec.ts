import { expect, it } from 'vitest';
import { textLines } from './text-lines.js';

/** Measures each character as ten wide. */
const measure = (text: string): number => [...new Intl.Segmenter().segment(text)].length * 10;

it.each([
  ['a short title', 'en', ['a short title']],
  ['words are never cut where a line ends', 'en', ['words are never cut', 'where a line ends']],
  [
    'brackets (and signs) stay, with their words',
    'en',
    ['brackets (and signs)', 'stay, with their', 'words'],
  ],
  ['averyveryverylongwordindeed', 'en', ['averyveryverylongwor', 'dindeed']],
  ['日本語のドキュメントをはじめる方法について', 'ja', ['日本語のドキュメントをはじめる方法', 'について']],
  ['', 'en', []],
])('the text "%s" breaks into lines', (text, language, lines) => {
  expect(textLines(text, 200, 5, language, measure)).toEqual(lines);
});

it('a text ends with an ellipsis when it does not fit', () => {
  const lines = textLines('one two three four five six seven eight nine ten', 100, 2, 'en', measure);
  expect(lines).toEqual(['one two', 'three fou…']);
  for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(100);
});
