import { describe, expect, it } from 'vitest';
import { fromXml } from 'xast-util-from-xml';
import { sitemapFiles, sitemapIndex } from './sitemap-xml.js';

const entries = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ url: `https://docs.example.com/page-${at}` }));
const count = (text: string, name: string): number => text.split(`<${name}>`).length - 1;

describe('a sitemap', () => {
  it('is one file up to 50,000 addresses, and then several', async () => {
    expect(await sitemapFiles(entries(50_000))).toHaveLength(1);
    const files = await sitemapFiles(entries(50_001));
    expect(files.map((file) => count(file, 'loc'))).toEqual([50_000, 1]);
  });

  it('has files within the limit of bytes', async () => {
    const files = await sitemapFiles(entries(1000), { urls: 50_000, bytes: 5000 });
    expect(files.length).toBeGreaterThan(10);
    for (const file of files) expect(Buffer.byteLength(file)).toBeLessThanOrEqual(5000);
    expect(files.reduce((sum, file) => sum + count(file, 'loc'), 0)).toBe(1000);
  });

  it('without pages is a file without addresses', async () => {
    const [only = ''] = await sitemapFiles([]);
    expect(() => fromXml(only)).not.toThrow();
    expect(count(only, 'loc')).toBe(0);
  });

  it('is valid XML for any address', async () => {
    const url = 'https://docs.example.com/?a=1&b=<2>\u0001';
    const alternates = [{ language: 'de', url: 'https://docs.example.com/de/"' }];
    const [only = ''] = await sitemapFiles([{ url, modifiedAt: '2026-01-01T00:00:00.000Z', alternates }]);
    expect(() => fromXml(only)).not.toThrow();
    expect(only).toContain('<loc>https://docs.example.com/?a=1&#x26;b=&#x3C;2></loc>');
    expect(() => fromXml(sitemapIndex([url]))).not.toThrow();
  });
});
