import { describe, expect, it } from 'vitest';
import { validateDocument } from './index.js';

const text = (words: string) => ({ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] });
const deep = (levels: number): unknown =>
  Array.from({ length: levels }).reduce(
    (inner: unknown) => ({ object: 'block', type: 'blockquote', nodes: [inner] }),
    { object: 'block', type: 'paragraph', nodes: [text('x')] },
  );
const deepData = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner: unknown) => ({ inner }), 'x');

describe('validateDocument', () => {
  it('fills in what may be missing and keeps what it does not know', () => {
    const document = validateDocument({
      nodes: [
        {
          type: 'future',
          data: { a: [1] },
          nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: 'a\r\nb' }] }] }],
        },
        { object: 'block', type: 'divider' },
      ],
    });
    expect(document).toMatchObject({
      object: 'document',
      data: {},
      nodes: [
        {
          object: 'block',
          type: 'future',
          isVoid: false,
          data: { a: [1] },
          nodes: [
            {
              type: 'paragraph',
              data: {},
              nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'a\nb', marks: [] }] }],
            },
          ],
        },
        { object: 'block', type: 'divider', isVoid: true, data: {} },
      ],
    });
    expect(document.nodes.every((node) => node.key)).toBe(true);
  });

  it('turns nothing into one empty paragraph', () => {
    expect(validateDocument({ object: 'document', data: {}, nodes: [] }).nodes).toMatchObject([
      { type: 'paragraph' },
    ]);
  });

  it.each([
    ['not an object', null, /^document must be an object$/],
    ['no nodes', {}, /^document\.nodes must be an array$/],
    ['another object', { object: 'block', nodes: [] }, /^document\.object must be "document"$/],
    [
      'a block without a type',
      { nodes: [{ object: 'block' }] },
      /^document\.nodes\[0\]\.type must be a string$/,
    ],
    [
      'a node of another kind',
      { nodes: [{ object: 'thing', type: 'x' }] },
      /^document\.nodes\[0\]\.object must be/,
    ],
    ['text at the top', { nodes: [text('a')] }, /^document\.nodes\[0\] must be a block$/],
    [
      'leaves that are no list',
      { nodes: [{ type: 'paragraph', nodes: [{ object: 'text', leaves: {} }] }] },
      /^document\.nodes\[0\]\.nodes\[0\]\.leaves must be an array$/,
    ],
    [
      'a mark without a type',
      { nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: 'a', marks: [{}] }] }] }] },
      /marks\[0\]\.type must be a string$/,
    ],
    [
      'a NUL character',
      { nodes: [{ type: 'paragraph', nodes: [text('a\0')] }] },
      /must not contain NUL characters$/,
    ],
    [
      'a NUL character in data',
      { nodes: [{ type: 'embed', data: { url: '\0' } }] },
      /^document\.nodes\[0\]\.data\.url must not contain NUL characters$/,
    ],
    ['blocks without end', { nodes: [deep(130)] }, /nested deeper than 120 levels$/],
    ['data without end', { nodes: [{ type: 'x', data: { a: deepData(60) } }] }, /is nested too deeply$/],
    [
      'a fragment of text',
      { nodes: [{ type: 'x', fragments: [{ nodes: [text('a')] }] }] },
      /fragments\[0\]\.nodes\[0\] must be a block$/,
    ],
  ])('refuses %s', (_name, value, message) => {
    expect(() => validateDocument(value)).toThrow(message);
  });

  it('accepts what is just within the limits', () => {
    expect(() => validateDocument({ nodes: [deep(100)] })).not.toThrow();
  });

  it('holds only what the database can hold, in names too', () => {
    const block = { object: 'block', type: 'a\ud800', data: { 'b\0': 1, 'c\udc00': 'd\ud800' } };
    const json = JSON.stringify(validateDocument({ nodes: [block] }));
    expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });
});
