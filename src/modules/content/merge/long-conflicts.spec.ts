import { expect, it } from 'vitest';
import { MergeConflicts, ONE_SIDE } from './conflicts.js';

const decide = (values: { base: unknown; main: unknown; mine: unknown }) => {
  const conflicts = new MergeConflicts();
  conflicts.decide({ kind: 'block', page: 'p', block: 'k' }, values, ONE_SIDE);
  return conflicts.open[0]!;
};

it('a conflict names long values by their hash, and its choice applies to the values', () => {
  const long = (end: string) => ({ text: 'x'.repeat(200_000) + end });
  const { base, main, mine, fingerprint } = decide({
    base: long('a'),
    main: { text: 'short' },
    mine: long('b'),
  });
  expect(main).toEqual({ text: 'short' });
  expect([base, mine]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  expect(base).not.toBe(mine);
  const other = decide({ base: long('a'), main: { text: 'short' }, mine: long('c') });
  expect(other.fingerprint).not.toBe(fingerprint);
});

it('a merge that prefers main decides every conflict for main', () => {
  const conflicts = new MergeConflicts('main');
  const choice = conflicts.decide({ kind: 'field', page: 'p' }, { base: 1, main: 2, mine: 3 }, ONE_SIDE);
  expect({ choice, met: conflicts.met.length, open: conflicts.open }).toEqual({
    choice: 'main',
    met: 1,
    open: [],
  });
});
