import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTranslations } from './read-translations.js';
import { retryAfter } from './retry-after.js';

describe('readTranslations', () => {
  const right = '{"translations": {"1": "A", "2": "B"}}';
  it.each([
    ['as asked for', right],
    ['in another order', '{"translations": {"2": "B", "1": "A"}}'],
    ['between fences', `\`\`\`json\n${right}\n\`\`\``],
    ['between fences without a name', `\`\`\`\n${right}\`\`\``],
    ['with words around it', `Here you are:\n${right}\nAnything else?`],
    ['with words and fences around it', `Sure!\n\`\`\`json\n${right}\n\`\`\``],
    ['after thoughts', `<think>{1: A?}</think>\n\n${right}`],
    ['without the name', '{"1": "A", "2": "B"}'],
    ['as a list', '{"translations": ["A", "B"]}'],
  ])('reads an answer %s', (_, content) => {
    expect(readTranslations(content, 2)).toEqual(['A', 'B']);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'A, B'],
    ['half of it', right.slice(0, -5)],
    ['another list', '{"translations": ["A"]}'],
    ['null', 'null'],
    ['other numbers', '{"translations": {"7": "A"}}'],
    ['other things', '{"translations": {"1": {"text": "A"}, "2": null}}'],
    ['a text', '{"translations": "A"}'],
  ])('refuses %s', (_, content) => {
    expect(readTranslations(content, 2)).toBeUndefined();
  });

  it('has null for a missing text', () => {
    expect(readTranslations('{"translations": {"2": "B", "3": "C"}}', 2)).toEqual([null, 'B']);
  });

  // Many minutes, where each part is held against all that follows.
  it.each([
    ['thoughts that never end', '<think>'.repeat(1_000_000)],
    ['spaces between fences', `\`\`\`json${'\n '.repeat(2_000_000)}x`],
    ['spaces', `{"translations":${' '.repeat(4_000_000)}`],
  ])('reads %s in linear time', (_, content) => {
    expect(readTranslations(content, 2)).toBeUndefined();
  });

  it('returns as many texts as were requested, for any answer', () => {
    const contents = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"translations": ${json}}`),
    );
    fc.assert(
      fc.property(contents, fc.integer({ min: 1, max: 5 }), (content, count) => {
        expect(readTranslations(content, count)?.length ?? count).toBe(count);
      }),
    );
  });
});

it.each([
  ['2', 2000],
  [' 0.5 ', 500],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('retryAfter reads the header %s', (header, milliseconds) => {
  expect(retryAfter(header, new Date('2026-01-01T00:00:00Z'))).toBe(milliseconds);
});
