import { describe, expect, it } from 'vitest';
import { rangeOf } from './commit-range.js';
import type { CommitInfo } from './remote-repository.js';

const DAY = 24 * 3_600_000;

/** Commits in the form `id<parent,parent@day`. */
function history(...texts: string[]): Map<string, CommitInfo> {
  return new Map(
    texts.map((text) => {
      const [, oid = '', parents = '', day = '0'] = /^(\w+)<?([\w,]*)@?(\d*)$/.exec(text) ?? [];
      const signature = { name: 'A', email: 'a@example.com', timestamp: new Date(Number(day) * DAY) };
      const list = parents === '' ? [] : parents.split(',');
      return [oid, { oid, parents: list, message: oid, author: signature, committer: signature }];
    }),
  );
}
const found = (range: ReturnType<typeof rangeOf>) =>
  range && `${range.relation} ${range.commits.map(({ oid }) => oid).join(' ')}`.trim();

describe('the commits between two', () => {
  const merged = history('e<d,c@5', 'd<b@4', 'c<b@3', 'b<a@2', 'a@1');

  it('are those that lead to one and not to the other, over merges too', () => {
    expect(found(rangeOf('b', 'e', merged, new Set()))).toBe('ahead e d c');
    expect(found(rangeOf('c', 'e', merged, new Set()))).toBe('ahead e d');
    expect(found(rangeOf('e', 'e', merged, new Set()))).toBe('same');
  });

  it('do not exist where the base is no longer part of the history', () => {
    expect(found(rangeOf('x', 'e', merged, new Set()))).toBe('rewritten');
    expect(found(rangeOf('e', 'd', merged, new Set()))).toBe('rewritten');
  });

  it('are not known where the history is cut off before they are all there', () => {
    const cut = history('e<d,c@5', 'd<b@4', 'c<y@3', 'b<a@2');
    expect(rangeOf('x', 'e', cut, new Set(['b', 'c']))).toBeUndefined();
    expect(rangeOf('d', 'e', cut, new Set(['b', 'c']))).toBeUndefined();
    expect(found(rangeOf('d', 'e', cut, new Set(['b'])))).toBe('ahead e c');
  });

  it('are not looked for below commits that are older than the base', () => {
    const cut = history('e<d@9', 'd<c@2');
    expect(rangeOf('x', 'e', cut, new Set(['d']), new Date(2.5 * DAY))).toBeUndefined();
    expect(found(rangeOf('x', 'e', cut, new Set(['d']), new Date(5 * DAY)))).toBe('rewritten');
  });
});
