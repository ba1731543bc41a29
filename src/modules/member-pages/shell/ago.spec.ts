import { expect, it } from 'vitest';
import { agoWords } from './ago.js';

const NOW = new Date('2026-05-04T12:00:00Z');
const DAY = 86_400;

it.each([
  [-59, 'just now'],
  [-2 * 3600 + 1, '1 hour ago'],
  [-DAY, 'yesterday'],
  [14 * DAY - 5, 'in 2 weeks'],
  [10 * DAY, 'next week'],
  [DAY - 5, 'in 24 hours'],
  [30 * DAY, 'next month'],
])('%i seconds from now are in words: %s', (seconds, words) => {
  expect(agoWords(new Date(NOW.getTime() + seconds * 1000), NOW)).toBe(words);
});
