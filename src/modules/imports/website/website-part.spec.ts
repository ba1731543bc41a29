import { describe, expect, it } from 'vitest';
import { WebsitePart } from './website-part.js';
import { siteTree } from './site-tree.js';
import { readSitemap } from './sitemap.js';

describe('WebsitePart', () => {
  it.each([
    ['https://a.com/docs/', 'https://a.com/docs/x', true],
    ['https://a.com/docs', 'https://a.com/docs', true],
    ['https://a.com/docs', 'https://a.com/docs-old', false],
    ['https://a.com/docs/index.html', 'https://a.com/docs/x', true],
    ['https://a.com/', 'https://a.com/x', true],
    ['https://a.com/', 'https://b.com/x', false],
    ['https://a.com/', 'http://a.com/x', false],
    ['https://a.com/docs/', '/docs/x.pdf', false],
    ['https://a.com/docs/', '/docs/../x', false],
    ['https://a.com/docs/', 'mailto:x@a.com', false],
  ])('started at %s, contains %s: %s', (start, href, isPart) => {
    expect(new WebsitePart(new URL(start)).pageAddress(href, start) !== undefined).toBe(isPart);
  });

  it('leaves out addresses that no server accepts', () => {
    const part = new WebsitePart(new URL('https://a.com/'));
    expect(part.pageAddress(`/${'%2f'.repeat(1_000_000)}b`, 'https://a.com/')).toBeUndefined();
  });

  it.each(['https://a.com/x', 'https://a.com/x/', 'https://a.com//x/index.html', 'https://a.com/x?a=1#b'])(
    'knows %s as the same page',
    (address) => {
      expect(new WebsitePart(new URL('https://a.com/')).keyOf(address)).toBe('/x');
    },
  );
});

describe('siteTree', () => {
  const tree = (...paths: string[]) => {
    const pages = paths.map((path, order) => ({
      segments: path.split('/').filter(Boolean),
      file: path,
      order,
    }));
    const print = (list: ReturnType<typeof siteTree>): unknown[] =>
      list.map(({ type, file, title, children }) => {
        const name = file ?? `${type} ${title}`;
        return children.length > 0 ? [name, print(children)] : name;
      });
    return print(siteTree(pages));
  };

  it('nests pages like their paths, in the order of the first page of each part', () => {
    expect(tree('/', 'b', 'a/one', 'b/two', 'a/three')).toEqual([
      '/',
      ['b', ['b/two']],
      ['group A', ['a/one', 'a/three']],
    ]);
  });

  it('leaves out parts with one page, and has groups at the top level only', () => {
    expect(tree('a/b/only', 'x', 'x/y/one', 'x/y/two')).toEqual([
      'a/b/only',
      ['x', [['document Y', ['x/y/one', 'x/y/two']]]],
    ]);
  });
});

describe('readSitemap', () => {
  it('reads pages and further sitemaps, and nothing from another text', () => {
    const xml =
      '<?xml version="1.0"?><urlset><url><loc> https://a.com/?x=1&amp;y </loc><lastmod>x</lastmod></url></urlset>';
    expect(readSitemap(xml)).toEqual({ pages: ['https://a.com/?x=1&y'], sitemaps: [] });
    expect(
      readSitemap('<sitemapindex><sitemap><loc>https://a.com/1.xml</loc></sitemap></sitemapindex>').sitemaps,
    ).toEqual(['https://a.com/1.xml']);
    expect(readSitemap('<html><body>Not here</body></html>')).toEqual({ pages: [], sitemaps: [] });
  });

  it('reads addresses of pages and not of their images', () => {
    const xml = `<urlset>
      <url>
        <lastmod/><loc><![CDATA[https://a.com/?x=1&y]]></loc>
        <image:image><image:loc>https://a.com/1.png</image:loc></image:image>
      </url>
      <url><loc>https://a.com/2</loc><xhtml:link href="https://a.com/de/2"/><loc>https://a.com/3</loc></url>
    </urlset>`;
    expect(readSitemap(xml).pages).toEqual(['https://a.com/?x=1&y', 'https://a.com/2']);
  });

  it.each(['<', '<a ', '<loc ', '<url><loc>', '<![CDATA[', '<loc><![CDATA[', '<!--', ' '])(
    'reads a million of %j in linear time',
    (part) => {
      // Takes hours where each is tried as the beginning of what never ends.
      expect(readSitemap(part.repeat(1_000_000)).pages).toEqual([]);
    },
  );
});
