import { describe, expect, it } from 'vitest';
import { summaryBesides } from './summary-besides.js';

describe('What a summary says besides its title', () => {
  it.each([
    ['How do I pay?', 'How do I pay?', ''],
    ['How do I pay?', 'how do I pay? The card is refused.', 'The card is refused.'],
    ['How do I pay?', 'How do I pay?\n\nAlso: Can I pay?', 'Also: Can I pay?'],
    ['How do I pay?', 'The card is refused. How do I pay?', 'The card is refused. How do I pay?'],
    ['', 'How do I pay?', 'How do I pay?'],
    ['?', '', ''],
  ])('of %j, %j is %j', (title, summary, besides) => {
    expect(summaryBesides(title, summary)).toBe(besides);
  });
});
