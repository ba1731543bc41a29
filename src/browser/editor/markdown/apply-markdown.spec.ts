import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/browser.js';
import { applyMarkdown } from './apply-markdown.js';
import { differenceOf } from './text-difference.js';

const paragraph = (key: string, words: string, data: object = {}): DocumentBlock =>
  ({
    ...{ object: 'block', type: 'paragraph', isVoid: false, key, data },
    nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
  }) as DocumentBlock;
const documentOf = (...nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });

describe('an edit of the Markdown', () => {
  /** Markdown has no word for this member. */
  const rich = paragraph('b', 'Two', { unknown: true });
  const base = {
    text: 'One\n\nTwo\n',
    reading: documentOf(paragraph('a', 'One'), paragraph('b', 'Two')),
    document: documentOf(paragraph('a', 'One'), rich),
  };

  it('leaves other blocks as the document has them, whatever Markdown says of them', () => {
    const reading = documentOf(paragraph('a', 'One more'), paragraph('n', 'New'), paragraph('b', 'Two'));
    const { document, conflicts } = applyMarkdown(base, reading, base.document);
    expect(document.nodes).toEqual([paragraph('a', 'One more'), paragraph('n', 'New'), rich]);
    expect(document.nodes[2]).toBe(rich);
    expect(conflicts).toEqual([]);
  });

  it('of a block of which Markdown says less is taken', () => {
    const reading = documentOf(paragraph('a', 'One'), paragraph('b', 'Two more'));
    const { document, conflicts } = applyMarkdown(base, reading, base.document);
    expect(document.nodes[1]).toEqual(paragraph('b', 'Two more'));
    expect(conflicts).toEqual([]);
  });

  it('is merged with what others wrote, and a block that both changed is a conflict', () => {
    const now = documentOf(paragraph('a', 'One by others'), rich, paragraph('c', 'Three'));
    const other = documentOf(paragraph('a', 'One'), paragraph('b', 'Two more'));
    const merged = applyMarkdown(base, other, now);
    expect(merged.document.nodes.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
    expect(merged.document.nodes[0]).toEqual(paragraph('a', 'One by others'));
    expect(merged.conflicts).toEqual([]);
    const same = documentOf(paragraph('a', 'One by me'), paragraph('b', 'Two'));
    expect(applyMarkdown(base, same, now).conflicts).toEqual([
      { key: 'a', mine: paragraph('a', 'One by me'), theirs: paragraph('a', 'One by others') },
    ]);
  });
});

describe('the difference of two texts', () => {
  it.each([
    ['', ''],
    ['abc', 'abc'],
    ['abc', 'abXc'],
    ['aaa', 'aa'],
    ['one two', 'three'],
  ])('turns %j into %j', (before, after) => {
    const { from, to, text } = differenceOf(before, after);
    expect(before.slice(0, from) + text + before.slice(to)).toBe(after);
  });
});
