import { toHtml } from 'hast-util-to-html';
import { describe, expect, it } from 'vitest';
import { parseHtmlDocument, parseHtmlFragment, TangledHtml } from './parse-html.js';

describe('parsing HTML', () => {
  it.each([
    ['<p>One<p>Two', '<p>One</p><p>Two</p>'],
    ['<table><td>x', '<table><tbody><tr><td>x</td></tr></tbody></table>'],
    ['<b><p>x</b>y', '<b></b><p><b>x</b>y</p>'],
    ['<svg viewBox="0 0 1 1"><path d=""/></svg>', '<svg viewBox="0 0 1 1"><path d=""></path></svg>'],
    ['<a hidden b c d e f>x</a>', '<a hidden b="" c="" d="" e="" f="">x</a>'],
    ['', ''],
  ])('gives the tree of %s', (source, expected) => {
    expect(toHtml(parseHtmlFragment(source))).toBe(expected);
  });

  it('reads whole pages', () => {
    expect(toHtml(parseHtmlDocument('<!doctype html><title>T</title>x'))).toBe(
      '<!doctype html><html><head><title>T</title></head><body>x</body></html>',
    );
  });

  const many = (count: number, each: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => each(at)).join('');

  it.each([
    [
      'formatting left open before many blocks',
      `<p>${many(3000, (at) => `<b id=${at}>`)}</p>${'<p>x</p>'.repeat(3000)}`,
    ],
    [
      'an element of many attributes',
      `<p><b ${many(5000, (at) => `a${at} `)}></p>${'<p>x</p>'.repeat(5000)}`,
    ],
    ['endless nesting', '<div>'.repeat(50_000)],
    ['endless formatting', many(50_000, (at) => `<b id=${at}>`)],
  ])('refuses %s', (_, source) => {
    expect(() => parseHtmlFragment(source)).toThrow(TangledHtml);
  });
});
