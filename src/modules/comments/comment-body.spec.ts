import { documentText, MAX_SHORT_TEXT } from '#modules/documents/index.js';
import { describe, expect, it } from 'vitest';
import { mentionsIn, parseBody } from './comment-body.js';

const textOf = (input: object): string => documentText(parseBody(input));
const paragraph = (text: string) => ({
  object: 'block',
  type: 'paragraph',
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const document = (...nodes: object[]) => ({ document: { object: 'document', data: {}, nodes } });

describe('the body of a comment', () => {
  it('is Markdown or a document', () => {
    expect(textOf({ markdown: '**Good** point' })).toBe('Good point');
    expect(textOf(document(paragraph('Good point')))).toBe('Good point');
    expect(textOf({ markdown: null, ...document(paragraph('Good point')) })).toBe('Good point');
  });

  it.each([
    ['nothing', {}],
    ['Markdown that is no text', { markdown: 5 }],
    ['no Markdown', { markdown: '' }],
    ['Markdown and a document', { markdown: 'One', ...document(paragraph('Another')) }],
    ['blank Markdown', { markdown: ' \n\n \t' }],
    ['a document without blocks', document()],
    ['a document of blank paragraphs', document(paragraph(''), paragraph('  '))],
    ['a document that is none', { document: { nodes: 'x' } }],
    ['too much Markdown', { markdown: 'x'.repeat(MAX_SHORT_TEXT + 1) }],
    ['a document with too much text', document(paragraph('x'.repeat(MAX_SHORT_TEXT + 1)))],
    [
      'a document with too much beside its text',
      document({ ...paragraph('x'), data: { a: 'x'.repeat(100_000) } }),
    ],
  ])('must not be %s', (_, input) => {
    expect(() => parseBody(input)).toThrow(/body/);
  });

  it.each([
    '![](https://x.test/a.png)',
    ':smile:',
    '---',
    '[Ann](bindery:user/u1 "mention")',
    '😀',
    '<b>x</b>',
  ])('may be just %s', (markdown) => expect(() => parseBody({ markdown })).not.toThrow());

  it('replaces lone surrogates', () => {
    expect(textOf({ markdown: 'a\ud800b' })).toBe('a\ufffdb');
    expect(textOf(document(paragraph('a\udfffb')))).toBe('a\ufffdb');
    expect(textOf(document(paragraph('😀')))).toBe('😀');
  });
});

it('mentions in a comment name each user once', () => {
  const markdown =
    '[Ann](bindery:user/u1 "mention") and [Bob](bindery:user/u2 "mention"), [Ann](bindery:user/u1 "mention")';
  expect(mentionsIn(parseBody({ markdown }))).toEqual(['u1', 'u2']);
});
