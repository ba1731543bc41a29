import { describe, expect, it } from 'vitest';
import { findTarget, linesOf } from './link-target.js';

const files = new Set([
  'README.md',
  'a/README.md',
  'a/b c.md',
  'a/50%.md',
  '.gitbook/assets/x (1).png',
  'c#.md',
]);
const file = (path: string, anchor?: string) => ({ kind: 'file', path, ...(anchor ? { anchor } : {}) });

describe('the target of an address', () => {
  it.each([
    ['a/README.md', 'README.md', file('a/README.md')],
    ['./b%20c.md#x%20y', 'a/README.md', file('a/b c.md', 'x y')],
    ['b c', 'a/README.md', file('a/b c.md')],
    ['50%.md', 'a/README.md', file('a/50%.md')],
    ['50%25.md', 'a/README.md', file('a/50%.md')],
    ['../', 'a/README.md', file('README.md')],
    ['a/', 'README.md', file('a/README.md')],
    ['a?x=1#y', 'README.md', file('a/README.md', 'y')],
    ['/a', 'a/b c.md', file('a/README.md')],
    ['.gitbook/assets/x (1).png', 'a/b c.md', file('.gitbook/assets/x (1).png')],
    ['c#.md', 'README.md', file('c#.md')],
    ['https://example.com/a', 'README.md', { kind: 'elsewhere' }],
    ['mailto:me@example.com', 'README.md', { kind: 'elsewhere' }],
    ['//example.com', 'README.md', { kind: 'elsewhere' }],
    ['#part', 'README.md', { kind: 'elsewhere' }],
    ['', 'README.md', { kind: 'elsewhere' }],
    ['../../../etc/passwd', 'a/b c.md', { kind: 'broken' }],
    ['nothing.md', 'README.md', { kind: 'broken' }],
  ])('%s is resolved from %s', (address, from, expected) => {
    expect(findTarget(from, address, files)).toEqual(expected);
  });
});

it('the lines of an address exclude those of longer addresses', () => {
  const text =
    'a.md\n[x](a.md) and [y](aa.md)\n[z](b/a.md)\n<a href="a.md#b">\n[q](x\\(1\\).md)\n[w](p.md?a=1&amp;b=2)';
  expect(linesOf(text, 'a.md')).toEqual([1, 2, 4]);
  expect(linesOf(text, 'x(1).md')).toEqual([5]);
  expect(linesOf(text, 'p.md?a=1&b=2')).toEqual([6]);
  expect(linesOf(text, 'unknown')).toEqual([1]);
});
