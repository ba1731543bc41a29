import { describe, expect, it } from 'vitest';
import { mdxToMarkdown, textToMarkdown } from './plain-text.js';

const MANY = 1_000_000;

describe('textToMarkdown', () => {
  it('keeps paragraphs and lines, and escapes syntax', () => {
    expect(textToMarkdown('\ufeffOne *two*  \r\nthree\n\n\n# four\n')).toBe(
      'One \\*two\\*\\\nthree\n\n\\# four\n',
    );
  });

  it('reads long rows of blanks in linear time', () => {
    expect(textToMarkdown(`a${' '.repeat(MANY)}b`).length).toBeLessThan(7 * MANY);
  });
});

describe('mdxToMarkdown', () => {
  it('removes programs and comments', () => {
    const text =
      "import X from 'x'\n\n# Title {/* one */}and{/* two */}\n\n```js\n{/* kept */}\n```\n{/* open";
    expect(mdxToMarkdown(text)).toBe('\n# Title and\n\n```js\n{/* kept */}\n```\n{/* open'.slice(1));
  });

  it('reads many comments that are never closed in linear time', () => {
    const text = '{/*'.repeat(MANY);
    expect(mdxToMarkdown(text)).toBe(text);
  });
});
