import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote } from './quote.js';

const found = (text: string, exact: string, more: { prefix?: string; suffix?: string } = {}) => {
  const range = findQuote(text, { exact, ...more });
  return range && text.slice(range.start, range.end);
};

describe('findQuote', () => {
  it('finds words whatever the white space in them', () => {
    expect(found('One\n  two\tthree', 'One two')).toBe('One\n  two');
    expect(found('One two', ' One\n two ')).toBe('One two');
    expect(found('the rapist', 'therapist')).toBeNull();
  });

  it('answers null for words that are gone, and for none', () => {
    expect(findQuote('Some words', { exact: 'other' })).toBeNull();
    expect(findQuote('Some words', { exact: '  ' })).toBeNull();
    expect(findQuote('', { exact: 'a' })).toBeNull();
  });

  it('of several places, takes the one with the neighbours of the quote', () => {
    const text = 'a word here, a word there, the word again';
    const at = (more: object) => findQuote(text, { exact: 'word', ...more })?.start;
    expect(at({})).toBe(2);
    expect(at({ suffix: ' there' })).toBe(text.indexOf('word there'));
    expect(at({ prefix: 'the ' })).toBe(text.indexOf('word again'));
    expect(at({ prefix: 'gone', suffix: 'gone' })).toBe(2);
  });

  it('finds all words of any text, at their place when their neighbours are known', () => {
    // Letters that repeat, spaces, and a character of two units.
    const letters = fc.constantFrom('a', 'b', ' ', '\n', '\u00a0', '😀');
    const texts = fc.string({ unit: letters, minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), (text, from, length) => {
        const start = from % text.length;
        const end = start + 1 + (length % (text.length - start));
        const exact = text.slice(start, end);
        fc.pre(exact.trim() !== '');
        const quote = { exact, prefix: text.slice(0, start), suffix: text.slice(end) };
        const range = findQuote(text, quote);
        expect(range).not.toBeNull();
        expect(text.slice(range!.start, range!.end).replace(/\s+/g, ' ')).toBe(
          exact.trim().replace(/\s+/g, ' '),
        );

        const isWhole = exact === exact.trim();
        expect(isWhole ? range : { start, end }).toEqual({ start, end });
        const spaced = exact.replace(/\s/g, ' \n ');
        expect(findQuote(text, { ...quote, exact: spaced })).not.toBeNull();
      }),
    );
  });
});
