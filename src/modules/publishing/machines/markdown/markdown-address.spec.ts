import { expect, it } from 'vitest';
import { markdownHref, pagePathOf } from './markdown-address.js';

it.each([
  ['/sites/a/b/', '/sites/a/b/index.md'],
  ['/sites/a/b/guides/start', '/sites/a/b/guides/start.md'],
  ['/sites/a/b/guides/start#part', '/sites/a/b/guides/start.md#part'],
  ['/sites/a/b/index', '/sites/a/b/index/index.md'],
  ['/sites/a/b/guides/index', '/sites/a/b/guides/index/index.md'],
  ['/index.md', '/index.md.md'],
])('the Markdown of %s is at %s', (href, expected) => {
  expect(markdownHref(href)).toBe(expected);
  const path = href.split('#')[0] ?? '';
  const address = expected.split('#')[0] ?? '';
  expect(`/${pagePathOf(address.slice(1))}`).toBe(path.length > 1 ? path.replace(/\/$/, '') : path);
});

it('an address without .md is not the Markdown of a page', () => {
  expect(pagePathOf('guides/start')).toBeNull();
  expect(pagePathOf('guides/start.mdx')).toBeNull();
});
