import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, sizeProblem } from './document-limits.js';
import { parsePage } from './markdown/parse-markdown.js';
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
  it('fills in missing members and keeps unknown data', () => {
    const document = validateDocument({
      nodes: [
        {
          type: 'blockquote',
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
          type: 'blockquote',
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

  it('gives an empty document one paragraph', () => {
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
    [
      'a block of a type that the model does not have',
      { nodes: [{ type: 'blockquote', nodes: [{ type: 'paragrph', nodes: [] }] }] },
      /^document\.nodes\[0\]\.nodes\[0\]\.type "paragrph" is not a type/,
    ],
    [
      'an inline of a type that the model does not have',
      { nodes: [{ type: 'paragraph', nodes: [{ object: 'inline', type: 'linc', nodes: [] }] }] },
      /^document\.nodes\[0\]\.nodes\[0\]\.type "linc" is not a type of inline/,
    ],
    [
      'an inline of a type of blocks',
      { nodes: [{ type: 'paragraph', nodes: [{ object: 'inline', type: 'hint', nodes: [] }] }] },
      /^document\.nodes\[0\]\.nodes\[0\]\.type "hint" is not a type of inline/,
    ],
    ['blocks without end', { nodes: [deep(130)] }, /nested deeper than 120 levels$/],
    [
      'data without end',
      { nodes: [{ type: 'divider', data: { a: deepData(60) } }] },
      /is nested too deeply$/,
    ],
    [
      'a fragment of text',
      { nodes: [{ type: 'file', fragments: [{ nodes: [text('a')] }] }] },
      /fragments\[0\]\.nodes\[0\] must be a block$/,
    ],
  ])('refuses %s', (_name, value, message) => {
    expect(() => validateDocument(value)).toThrow(message);
  });

  it('accepts a document within the limits', () => {
    expect(() => validateDocument({ nodes: [deep(100)] })).not.toThrow();
  });

  const many = <T>(count: number, make: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at));
  const { blocks, characters, cells, formulas, formulaCharacters, headings, marks, nodes } = DOCUMENT_LIMITS;
  const line = { type: 'divider' };
  const heading = { type: 'heading-2', nodes: [{ leaves: [{ text: 'a' }] }] };
  const formula = (length: number) => ({ type: 'math', data: { formula: 'x'.repeat(length) } });
  const leaves = (count: number) => ({
    type: 'paragraph',
    nodes: [{ leaves: many(count, () => ({ text: 'a' })) }],
  });
  const marked = (count: number) => ({
    ...{
      type: 'paragraph',
      nodes: [{ leaves: [{ text: 'a', marks: many(count, (at) => ({ type: `m${at}` })) }] }],
    },
  });
  const table = (rows: number) => ({
    type: 'table',
    data: {
      view: { columns: [] },
      definition: Object.fromEntries(many(10, (at) => [`c${at}`, {}])),
      records: Object.fromEntries(many(rows, (at) => [`r${at}`, {}])),
    },
  });

  it.each([
    [
      'blocks',
      many(blocks, () => line),
      line,
      /^document\.nodes\[30000\] makes .* 30000 blocks; split it into several pages$/,
    ],
    ['headings', many(headings, () => heading), heading, /5000 headings; split it/],
    ['nodes', [leaves(nodes - 2)], line, /makes the document larger than 200000 nodes; split it/],
    [
      'characters',
      [leaves(characters / 100), { type: 'divider', data: { a: 'x'.repeat(characters - 50_020) } }],
      { type: 'divider', data: { a: 'x'.repeat(100) } },
      /5000000 characters; split it/,
    ],
    ['cells', [table(cells / 10)], table(1), /30000 cells of tables; split it/],
    ['formulas', many(formulas, () => formula(1)), formula(1), /2000 formulas; split it/],
    [
      'characters of a formula',
      [formula(formulaCharacters)],
      formula(formulaCharacters + 1),
      /a formula of more than 10000 characters/,
    ],
    ['marks', [marked(marks)], marked(marks + 1), /leaves\[0\] has more than 20 marks/],
  ])('refuses one more than the maximum of %s', (_what, most, more, message) => {
    expect(() => validateDocument({ nodes: most })).not.toThrow();
    expect(() => validateDocument({ nodes: [...most, more] })).toThrow(message);
  });

  it('has the same limits for a document read from a text', () => {
    const { document } = parsePage('- a\n'.repeat(1000));
    expect(sizeProblem(document)).toBeUndefined();
    const long = { ...document, nodes: many(30, () => document.nodes[0]!) };
    expect(sizeProblem(long)).toMatch(/30000 blocks; split it into several pages$/);
  });

  it('keeps a table with too many cells of a text as code', () => {
    const wide = '|'.repeat(300);
    const { document, warnings } = parsePage(`a${wide}\n${'-|'.repeat(300)}\n${'|x|y|\n'.repeat(200)}`);
    expect(document.nodes.map(({ type }) => type)).toEqual(['code']);
    expect(warnings).toMatchObject([{ kind: 'too-large' }]);
    const rows = `<tr>${'<td>x</td>'.repeat(300)}</tr>${'<tr><td>x</td></tr>'.repeat(200)}`;
    expect(parsePage(`<table><tbody>${rows}</tbody></table>`).document.nodes[0]?.type).toBe('code');
  });

  it('removes NUL characters and lone surrogates, in names too', () => {
    const block = { object: 'block', type: 'divider', data: { 'b\0': 1, 'c\udc00': 'd\ud800' } };
    const json = JSON.stringify(validateDocument({ nodes: [block] }));
    expect(json).not.toMatch(/\\u0000|\\ud[89a-f]/);
  });
});
