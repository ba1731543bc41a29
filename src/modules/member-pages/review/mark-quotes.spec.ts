import fc from 'fast-check';
import { toHtml } from 'hast-util-to-html';
import { expect, it } from 'vitest';
import { parseHtmlFragment } from '#platform/html/parse-html.js';
import { markQuotes } from './mark-quotes.js';

const marked = (html: string, exact: string, more: object = {}) =>
  markQuotes(html, [{ exact, ...more }]).replaceAll(' class="review-words"', '');

it('words are marked within and across elements', () => {
  expect(marked('<p>Say this now</p>', 'this')).toBe('<p>Say <mark>this</mark> now</p>');
  expect(marked('<p>Say <b>this</b> now</p>', 'this now')).toBe(
    '<p>Say <b><mark>this</mark></b><mark> now</mark></p>',
  );
  expect(marked('<ul><li>One</li>\n<li>Two</li></ul>', 'One Two')).toBe(
    '<ul><li><mark>One</mark></li>\n<li><mark>Two</mark></li></ul>',
  );
  expect(marked('<p>One</p><p>Two</p>', 'OneTwo')).toBe('<p>One</p><p>Two</p>');
});

it('deleted words are gone, inserted ones are there', () => {
  const hidden = '<span class="visually-hidden">Added: </span>';
  const html = `<p>We <del class="diff-words">unpack</del><ins>${hidden}extract</ins> it</p>`;
  expect(marked(html, 'unpack')).toBe(html);
  expect(marked(html, 'We extract it')).toBe(
    `<p><mark>We </mark><del class="diff-words">unpack</del><ins>${hidden}<mark>extract</mark></ins><mark> it</mark></p>`,
  );
  expect(marked('<p><del><b>a</b></del>a</p>', 'a')).toBe('<p><del><b>a</b></del><mark>a</mark></p>');
});

it('escaped characters and values of attributes say what they said', () => {
  const html = '<p title="a>b <c">x &#x26; y &#x3C;i> &#x26;amp; <img alt="x &#x26; y"></p>';
  expect(marked(html, 'x & y')).toBe(
    '<p title="a>b <c"><mark>x &#x26; y</mark> &#x3C;i> &#x26;amp; <img alt="x &#x26; y"></p>',
  );
  expect(marked(html, '<i>')).toContain('<mark>&#x3C;i></mark>');
  expect(marked(html, 'alt')).toBe(html);
  expect(marked('<p>1 &#x3C; 2</p>', '<mark>')).toBe('<p>1 &#x3C; 2</p>');
});

it('several quotes that overlap become one mark', () => {
  const quotes = [{ exact: 'b c' }, { exact: 'a b' }, { exact: 'e' }];
  expect(markQuotes('<p>a b c d e</p>', quotes).replaceAll(' class="review-words"', '')).toBe(
    '<p><mark>a b c</mark> d <mark>e</mark></p>',
  );
});

it('words of a cell are marked where no other cell says the same', () => {
  const html = '<table><tr><td>10</td><td>10</td><td>20</td></tr></table>';
  expect(marked(html, '10', { isInCell: true })).toBe(html);
  expect(marked(html, '20', { isInCell: true })).toContain('<td><mark>20</mark></td>');
});

it('marks change nothing but themselves', () => {
  const parts = ['a', 'b ', '<b>', '</b>', '<p>', '</p>', '&amp;', '<br>', '<del>', '</del>', '\n'];
  const written = fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((all) => all.join(''));
  fc.assert(
    fc.property(written, fc.constantFrom('a', 'a b', 'b a', '&'), (html, exact) => {
      const now = markQuotes(html, [{ exact }]);
      const plain = now.replace(/<\/?mark[^>]*>/g, '');
      expect([html, toHtml(parseHtmlFragment(html))]).toContain(plain);
    }),
  );
});
