import fc from 'fast-check';
import { expect, it } from 'vitest';
import { editDistance, neighbours } from './edit-distance.js';

it.each([
  ['page', 'page', 0],
  ['page', 'pages', 1],
  ['page', 'gape', 2],
  ['authentication', 'authetnication', 1],
  ['authentication', 'autentcation', 2],
  ['', 'ab', 2],
  ['kitten', 'sitting', 3],
])('the words %s and %s differ by %i', (a, b, distance) => {
  expect(editDistance(a, b, 3)).toBe(distance);
  expect(editDistance(b, a, 3)).toBe(distance);
});

it('the edit distance is counted only up to its limit', () => {
  expect(editDistance('kitten', 'sitting', 2)).toBe(3);
  expect(editDistance('a', 'abcdefgh', 2)).toBe(3);
});

it('the neighbours of a word differ by one letter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{4,8}$/), (word) => {
      for (const near of neighbours(word)) expect(editDistance(word, near, 2)).toBe(1);
      expect(neighbours(word)).not.toContain(word);
    }),
    { numRuns: 20 },
  );
});
