import { expect, it } from 'vitest';
import { refusalOf } from './refusal.js';

const MOST = { files: 3, bytes: 1024 * 1024 };
const file = (name: string, size = 1) => ({ name, size });

it('files are taken up to their number and their size', () => {
  expect(refusalOf([file('a'), file('b'), file('c', MOST.bytes)], MOST)).toBeNull();
  expect(refusalOf([], MOST)).toBeNull();
});

it('the reason names the number, or the files that are too large', () => {
  expect(
    refusalOf(
      ['a', 'b', 'c', 'd'].map((name) => file(name)),
      MOST,
    ),
  ).toBe('These are 4 files. At most 3 can be uploaded at once.');
  expect(refusalOf([file('a', MOST.bytes + 1), file('b')], MOST)).toBe(
    '“a” is larger than 1 MB, so nothing was uploaded.',
  );
  expect(refusalOf([file('a', MOST.bytes + 1), file('b', MOST.bytes + 1)], MOST)).toBe(
    '“a”, “b” are larger than 1 MB, so nothing was uploaded.',
  );
});
