import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSequence } from './merge-sequence.js';

const merge = (base: string, main: string, mine: string): string => {
  const members = new Set(
    (main + mine)
      .split('')
      .filter((item) => !base.includes(item) || (main.includes(item) && mine.includes(item))),
  );
  return mergeSequence(base.split(''), main.split(''), mine.split(''), members).join('');
};

describe('the merge of orders', () => {
  it.each([
    ['abc', 'abc', 'cab', 'cab', 'a move on one side'],
    ['abc', 'xabc', 'abcy', 'xabcy', 'additions at both ends'],
    ['abc', 'axbc', 'aybc', 'axybc', 'additions at one place: main first'],
    ['abcd', 'acd', 'abdx', 'adx', 'deletions of both'],
    ['abcd', 'dabc', 'abdc', 'dabc', 'an item moved by both goes where main has it'],
    ['abcd', 'bacd', 'abdc', 'badc', 'moves of different items'],
    ['abc', 'cab', 'cab', 'cab', 'the same move'],
  ])('of %s, %s and %s is %s: %s', (base, main, mine, expected) => {
    expect(merge(base, main, mine)).toBe(expected);
  });

  it('gives the changed order when one side is unchanged, and contains exactly the members', () => {
    const letters = fc.uniqueArray(fc.constantFrom(...'abcdefghij'.split('')));
    fc.assert(
      fc.property(letters, letters, letters, (base, main, mine) => {
        expect(mergeSequence(base, base, mine, new Set(mine))).toEqual(mine);
        expect(mergeSequence(base, main, base, new Set(main))).toEqual(main);
        expect(mergeSequence(base, main, main, new Set(main))).toEqual(main);
        const members = new Set([...main, ...mine, 'z']);
        const merged = mergeSequence(base, main, mine, members);
        expect([...merged].sort()).toEqual([...members].sort());
      }),
    );
  });
});
