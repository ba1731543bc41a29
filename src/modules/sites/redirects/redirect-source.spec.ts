import { describe, expect, it } from 'vitest';
import { closestFirst, decodePath, keysOf, REDIRECT_SOURCE, restOf, sourceKey } from './redirect-source.js';

describe('a source', () => {
  it.each(['/old', '/old/page', '/a%20b', '/old/*', '/old*', '/v1.0~x_+', '/%C3%BC'])('can be %s', (source) =>
    expect(REDIRECT_SOURCE.test(source)).toBe(true),
  );

  it.each(['', '/', 'old', '/*', '/a/*/b', '/a b', '/ü', '//a', '/a/', '/a?b', '/a#b', '/a**'])(
    'cannot be "%s"',
    (source) => expect(REDIRECT_SOURCE.test(source)).toBe(false),
  );

  it.each([
    ['/Old/Page', 'old/page'],
    ['/a%20B', 'a b'],
    ['/%C3%9C/*', 'ü/*'],
    ['/old*', 'old*'],
    ['/a%2Fb', null],
    ['/../v1', null],
    ['/%2e%2e/v1', null],
    ['/a%00', null],
    ['/%ff', null],
  ])('%s is compared as %s', (source, key) => expect(sourceKey(source)).toBe(key));
});

describe('a path', () => {
  it('falls under its own source and those of its beginnings', () => {
    const keys = keysOf('Old/Page');
    for (const key of ['old/page', 'old/*', 'old*', 'o*', 'old/page*']) expect(keys).toContain(key);
    for (const key of ['old', 'old/page/*', 'page', '*']) expect(keys).not.toContain(key);
  });

  it.each([
    ['old/*', 'Old/Page/Two', 'Page/Two'],
    ['old*', 'older', 'er'],
    ['old', 'old', ''],
    // Two letters in lower case.
    ['i\u0307x/*', '\u0130x/Page', 'page'],
  ])('leaves of %s for %s: "%s"', (key, path, rest) => expect(restOf(key, path)).toBe(rest));

  it('is led by its own source first, then by the longest beginning', () => {
    const sources = ['a*', 'a/b', 'a/*', 'a/b*'].map((key) => ({ sourceKey: key }));
    expect(closestFirst(sources).map(({ sourceKey: key }) => key)).toEqual(['a/b', 'a/b*', 'a/*', 'a*']);
  });

  it.each(['a\\b', 'a%5Cb', './a', 'a/%2E', 'a%0Ab'])('is none with %s', (path) =>
    expect(decodePath(path)).toBeNull(),
  );
});
