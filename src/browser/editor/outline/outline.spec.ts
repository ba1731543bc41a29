import { describe, expect, it } from 'vitest';
import { schema } from '../document/index.js';
import { headingAt, headingsOf } from './headings.js';
import { countDocument, countText, readingMinutes } from './text-counts.js';

const block = (name: string, words = '') =>
  schema.nodes[name]!.create(null, words === '' ? null : schema.text(words));
const hint = schema.nodes['hint']!.create(null, [block('heading_3', 'In a hint'), block('paragraph', 'b')]);
const document = schema.topNodeType.create(null, [
  block('paragraph', 'Before.'),
  block('heading_1', 'Costs  of\ntravel'),
  block('heading_2'),
  hint,
  block('heading_2', 'Trains'),
]);

describe('the outline', () => {
  it('has the headings with words, as readers see them', () => {
    const headings = headingsOf(document).filter(({ title }) => title !== 'In a hint');
    expect(headings.map(({ level, title }) => [level, title])).toEqual([
      [1, 'Costs of travel'],
      [2, 'Trains'],
    ]);
    expect(headings.map(({ at }) => document.nodeAt(at)?.type.name)).toEqual(['heading_1', 'heading_2']);
    expect(headingAt(headings, 1)).toBe(-1);
    expect(headingAt(headings, headings[0]!.at + 1)).toBe(0);
    expect(headingAt(headings, document.content.size)).toBe(1);
  });
});

describe('the number of words', () => {
  it.each([
    ['', 0, 0],
    ['One two, three.', 3, 15],
    ['Don’t go', 2, 8],
    ['a\nb', 2, 2],
    ['👍🏽 ok', 1, 5],
  ])('of %j is %i, in %i characters', (text, words, characters) => {
    expect(countText(text)).toEqual({ words, characters });
  });

  it('counts languages without spaces', () => {
    expect(countText('日本語を読みます').words).toBeGreaterThan(1);
  });

  it('of a document is that of its blocks, and says how long it takes to read', () => {
    expect(countDocument(document).words).toBe(9);
    expect(readingMinutes({ words: 1000, characters: 0 })).toBe(4);
    expect(readingMinutes({ words: 3, characters: 0 })).toBe(1);
  });
});
