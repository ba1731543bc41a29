import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText } from '../segments/placeholders.js';
import { termFinder } from './term-finder.js';

const found = (text: string, ...sources: string[]) =>
  termFinder(sources.map((source) => ({ source, target: 'x' })))(text).map(({ source }) => source);

describe('termFinder', () => {
  it.each([
    ['whole words', 'Open the page.', 'page', true],
    ['no parts of words', 'Open the pages.', 'page', false],
    ['at the beginning and the end', 'page', 'page', true],
    ['any case', 'OPEN THE PAGE', 'page', true],
    ['a term in capitals', 'the api is open', 'API', true],
    ['accents that are written otherwise', 'cafe\u0301 au lait', 'café', true],
    ['no letter without its accent', 'cafe\u0301', 'cafe', false],
    ['several words over a line break', 'a change\n  request', 'change request', true],
    ['beside punctuation', '(page), “page”', 'page', true],
    ['beside a hyphen', 'page-based', 'page', true],
    ['no part of a name with an underscore', 'page_size', 'page', false],
    ['signs', 'Written in C++, mostly', 'C++', true],
    ['signs that go on', 'Written in C++17', 'C++', true],
    ['a dot in front', 'Use .NET here', '.NET', true],
    ['across placeholders', 'a <1>change</1> request', 'change request', true],
    ['not across what stands for itself', 'change<1/>request', 'changerequest', false],
    ['escaped text', 'R&amp;D department', 'R&D', true],
    ['Chinese, without any spaces', '请打开页面设置', '页面', true],
    ['Japanese, with endings', 'ページを開く', 'ページ', true],
    ['Latin letters in Japanese', 'APIを使う', 'API', true],
    ['Korean, with endings', '페이지를 엽니다', '페이지', true],
    ['Thai', 'เปิดหน้าเว็บใหม่', 'หน้าเว็บ', true],
    ['Greek', 'Η σελίδα μου', 'σελίδα', true],
    ['no part of a Russian word', 'страницами', 'страница', false],
    ['letters beyond the first plane', 'a 𠮷野家 b', '𠮷野家', true],
    ['nothing in nothing', '', 'page', false],
  ])('finds %s', (_, text, source, is) => {
    expect(found(text, source)).toEqual(is ? [source] : []);
  });

  it('returns the longest terms first, and also terms inside of others', () => {
    expect(found('a change request here', 'change', 'request', 'change request', 'here')).toEqual([
      'change request',
      'request',
      'change',
      'here',
    ]);
  });

  it('prefers the first of two terms with the same source', () => {
    const find = termFinder([
      { source: 'Page', target: 'first' },
      { source: 'page', target: 'second' },
    ]);
    expect(find('a page')).toEqual([{ source: 'Page', target: 'first' }]);
  });

  it('finds each of its terms in a text, and no other', () => {
    const word = fc.stringMatching(/^[a-m]{2,6}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1 }),
        fc.array(fc.stringMatching(/^[n-z]{2,6}$/)),
        (words, others) => {
          const text = escapeText(words.join(' & '));
          const terms = found(text, ...words, ...others);
          expect(new Set(terms)).toEqual(new Set(words));
        },
      ),
    );
  });

  it('finds only its terms in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string()), (text, terms) => {
        expect(terms).toEqual(expect.arrayContaining(found(text, ...terms)));
      }),
    );
  });
});
