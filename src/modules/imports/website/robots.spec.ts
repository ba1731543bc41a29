import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRobots, TooManyRules } from './robots.js';

const SITE = 'https://docs.example';
const AGENT = 'Bindery-Import';
const read = (text: string) => readRobots(`${SITE}/robots.txt`, text, AGENT);
const allowed = (text: string, path: string) => read(text).isAllowed(SITE + path);
const rules = (...lines: string[]) => `User-agent: *\n${lines.join('\n')}`;

describe('robots.txt', () => {
  it.each<[string, string, string, boolean]>([
    ['nothing', '', '/a', true],
    ['a prefix', rules('Disallow: /a'), '/abc?x', false],
    ['another place', rules('Disallow: /a'), '/b/a', true],
    ['an empty rule', rules('Disallow:'), '/a', true],
    ['all', rules('Disallow: /'), '/', false],
    ['the longest rule', rules('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
    ['the longest rule, before another', rules('Allow: /a', 'Disallow: /a/b'), '/a/b/c', false],
    ['equal rules', rules('Disallow: /a', 'Allow: /a'), '/a', true],
    ['a wildcard', rules('Disallow: /*.pdf'), '/a/b.pdf?x', false],
    ['a wildcard to the end', rules('Disallow: /*.pdf$'), '/a/b.pdf?x', true],
    ['a wildcard to the end that ends', rules('Disallow: /*.pdf$'), '/a.pdf/b.pdf', false],
    ['an end alone', rules('Disallow: /a$'), '/a', false],
    ['an end alone that goes on', rules('Disallow: /a$'), '/ab', true],
    ['parts that overlap', rules('Disallow: /ab*ba$'), '/aba', true],
    ['a query', rules('Disallow: /*?session='), '/a?session=1', false],
    ['escapes', rules('Disallow: /%7eann/%c3%a9'), '/~ann/é', false],
    ['signs in place of escapes', rules('Disallow: /é'), '/%C3%A9t', false],
    ['comments', rules('Disallow: /a # not /b'), '/a', false],
    [
      'our own group',
      'User-agent: *\nDisallow: /\n\nUser-agent: bindery-import/1.0\nDisallow: /a',
      '/b',
      true,
    ],
    ['a group of several', 'User-agent: x\nUser-agent: Bindery-Import\nDisallow: /a', '/a', false],
    ['groups of the same name', 'User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b', '/b', false],
    ['a group of others', 'User-agent: x\nDisallow: /', '/a', true],
  ])('decides with %s', (_, text, path, expected) => {
    expect(allowed(text, path)).toBe(expected);
  });

  it('gives delay and sitemaps, and allows other websites', () => {
    const robots = read(`Sitemap: ${SITE}/s.xml\n${rules('Crawl-delay: 2.5', 'Disallow: /')}`);
    expect(robots).toMatchObject({ crawlDelay: 2.5, sitemaps: [`${SITE}/s.xml`] });
    expect(robots.isAllowed('https://other.example/')).toBe(true);
  });

  it('matches wildcards as a regular expression does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
    const parts = fc.array(word, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.boolean(), word, (texts, isToEnd, path) => {
        const pattern = new RegExp(`^/${texts.join('.*')}${isToEnd ? '$' : ''}`);
        const rule = `Disallow: /${texts.join('*')}${isToEnd ? '$' : ''}`;
        expect(read(rules(rule)).isAllowed(new URL(`${SITE}/${path}`).href)).toBe(
          !pattern.test(new URL(`${SITE}/${path}`).pathname),
        );
      }),
    );
  });

  it('is read up to half a megabyte, as the standard says', () => {
    const filler = `# ${'x'.repeat(600 * 1024)}\n`;
    expect(allowed(`${rules('Disallow: /a')}\n${filler}`, '/a')).toBe(false);
    expect(allowed(`${rules(filler, 'Disallow: /a')}`, '/a')).toBe(true);
  });

  it('keeps many thousand rules, but limits its wildcards', () => {
    const many = Array.from({ length: 30_000 }, (_, i) => `Disallow: /${i}`);
    expect(allowed(rules(...many), '/29999')).toBe(false);
    expect(allowed(rules(...many), `/x${'a'.repeat(2000)}`)).toBe(true);
    const hostile = Array.from({ length: 2000 }, () => `Disallow: /*${'a*'.repeat(50)}b`);
    expect(() => read(rules(...hostile))).toThrow(TooManyRules);
  });
});
