import { describe, expect, it } from 'vitest';
import { closestFirst, decodePath, keysOf, REDIRECT_SOURCE, restOf, sourceKey } from './redirect-source.js';

describe('the source of a redirect', () => {
  it.each(['/old', '/old/page', '/a%20b', '/old/*', '/old*', '/v1.0~x_+', '/%C3%BC'])('may be %s', (source) =>
    expect(REDIRECT_SOURCE.test(source)).toBe(true),
  );

  it.each(['', '/', 'old', '/*', '/a/*/b', '/a b', '/ü', '//a', '/a/', '/a?b', '/a#b', '/a**'])(
    'may not be "%s"',
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

describe('the path of a request', () => {
  it('is matched by its own source and by wildcards', () => {
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
  ])('matched by %s in %s leaves "%s"', (key, path, rest) => expect(restOf(key, path)).toBe(rest));

  it('prefers its own source, then the longest wildcard', () => {
    const sources = ['a*', 'a/b', 'a/*', 'a/b*'].map((key) => ({ sourceKey: key }));
    expect(closestFirst(sources).map(({ sourceKey: key }) => key)).toEqual(['a/b', 'a/b*', 'a/*', 'a*']);
  });

  it.each(['a\\b', 'a%5Cb', './a', 'a/%2E', 'a%0Ab'])('is refused with %s', (path) =>
    expect(decodePath(path)).toBeNull(),
  );
});
