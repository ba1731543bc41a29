import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentText } from '../document-text.js';
import { parseMarkdown } from './parse-markdown.js';

const marksIn = (markdown: string): number =>
  JSON.stringify(parseMarkdown(markdown).document).split('"object":"mark"').length - 1;

describe('marks of emphasis', () => {
  // Longer texts would take minutes to hours, because each mark looks for its partner back to the beginning.
  it.each(['a**b', 'a*b', 'a***b', '*a**b', 'a~b', 'a~~b', 'a_*'])('are text in a long row of %j', (unit) => {
    const text = unit.repeat(24_000 / unit.length);
    expect(marksIn(`x${text}`)).toBe(0);
    expect(documentText(parseMarkdown(`x${text}`).document)).toContain(text);
  });

  it.each(['*', '~'])('stay text when thousands of %s are nested', (sign) => {
    const text = `${`${sign}a `.repeat(4000)}${`a${sign} `.repeat(4000)}`;
    expect(marksIn(text)).toBe(0);
  });

  it('are read in a paragraph of any number of them', () => {
    expect(marksIn('some **bold** and _slanted_ and ~~old~~ words '.repeat(2000))).toBe(6000);
    expect(marksIn('5 * 3 * 2 is **not** marked '.repeat(2000))).toBe(2000);
  });

  it('are limited for each paragraph alone', () => {
    const text = `${'a**b'.repeat(6000)}\n\n**bold**`;
    expect(marksIn(text)).toBe(1);
  });

  it('lose no letter, for any text', () => {
    const piece = fc.constantFrom(
      '*',
      '**',
      '***',
      '_',
      '__',
      '~',
      '~~',
      'a',
      ' ',
      'b*',
      '*c',
      '.',
      '[x](y)',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const letters = (text: string): string => text.replace(/[^abc]/g, '');
        const source = `a${pieces.join('')}`;
        expect(letters(documentText(parseMarkdown(source).document))).toBe(
          letters(source.replaceAll('(y)', '')),
        );
      }),
    );
  });
});
