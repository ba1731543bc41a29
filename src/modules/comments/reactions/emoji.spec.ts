import { expect, it } from 'vitest';
import { parseEmoji } from './emoji.js';

it.each([
  ['👍', '1f44d'],
  ['1f44d', '1f44d'],
  ['1F44D', '1f44d'],
  ['U+1F44D', '1f44d'],
  ['❤️', '2764-fe0f'],
  ['❤', '2764-fe0f'],
  ['2764', '2764-fe0f'],
  ['2764-fe0f', '2764-fe0f'],
  ['👍🏽', '1f44d-1f3fd'],
  ['❤️‍🔥', '2764-fe0f-200d-1f525'],
  ['2764-200d-1f525', '2764-fe0f-200d-1f525'],
  ['👨‍👩‍👧', '1f468-200d-1f469-200d-1f467'],
  ['🇨🇭', '1f1e8-1f1ed'],
  ['1️⃣', '31-fe0f-20e3'],
])('the emoji %s is kept as %s', (text, code) => expect(parseEmoji(text, 'addedReactions')).toBe(code));

it.each([
  '',
  'a',
  'ok',
  '1',
  ':+1:',
  '👍👍',
  '👍 ',
  '<b>',
  '110000',
  'd800',
  '1f44d-',
  '0041',
  '\ud83d',
  'x'.repeat(60),
])('the text %j is no emoji', (text) =>
  expect(() => parseEmoji(text, 'addedReactions')).toThrow(/addedReactions: .* is not an emoji/),
);
