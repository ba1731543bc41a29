import { expect, it } from 'vitest';
import { beginningOf } from './cut-text.js';

it.each([
  ['short', 9, 'short'],
  ['too long', 3, 'too'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
])('the text %j is cut after %i', (text, most, expected) => {
  expect(beginningOf(text, most)).toBe(expected);
});
