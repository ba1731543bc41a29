import { describe, expect, it } from 'vitest';
import { SourceDependencies } from '#modules/content/index.js';
import { digestOf, readSource } from './integration-source.js';
import { leadsNowhere, ownReference, readDocument } from './read-document.js';
import { InvalidAnswer, readPages } from './read-pages.js';

const known = new SourceDependencies();
known.register({ kind: 'space', member: 'space', find: () => Promise.resolve(new Map()) });
const asked = readSource(
  { type: 'integration:notes:all', props: {}, dependencies: { a: { ref: { kind: 'space', space: 's' } } } },
  'computed',
  known,
);
const answer = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const read = (value: unknown) => readPages(answer(value), asked, known);
const page = (more: object = {}) => ({ type: 'document', title: 'Page', ...more });

describe('the pages of a content source', () => {
  it('are read with their members, and keep their keys when other pages come and go', () => {
    const computed = { type: 'integration:notes:one', props: { n: 1 }, dependencies: asked.dependencies };
    const [first, second, group] = read({
      pages: [
        page({ id: 'x', slug: '', computed, secret: 1 }),
        page(),
        { ...page(), type: 'group', pages: [page()] },
      ],
    });
    expect(first).toEqual({
      key: '#x',
      id: 'x',
      type: 'document',
      title: 'Page',
      source: computed,
      pages: [],
    });
    expect([second?.key, group?.key, group?.pages[0]?.key]).toEqual(['/Page', '/Page#2', '/Page#2/Page']);
    expect(group?.type).toBe('document');
  });

  it.each<[string, unknown]>([
    ['a text that is no JSON', 'pages'],
    ['very deep nesting', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['null', null],
    ['pages that are no list', { pages: {} }],
    ['a page that is null', { pages: [null] }],
    ['a title of spaces', { pages: [page({ title: '  ' })] }],
    ['a long description', { pages: [page({ description: 'x'.repeat(301) })] }],
    ['an id with signs', { pages: [page({ id: '../x' })] }],
    ['a link to nowhere', { pages: [{ type: 'link', title: 'x' }] }],
    ['another type', { pages: [{ type: 'sheet', title: 'x' }] }],
    ['a built-in source', { pages: [page({ computed: { type: 'builtin:openapi' } })] }],
  ])('are refused: %s', (_what, value) => {
    expect(() => read(value)).toThrow(InvalidAnswer);
  });

  it('lose characters that the database does not accept', () => {
    expect(read('{"pages":[{"type":"document","title":"a\\u0000\\ud800b"}]}')[0]?.title).toBe('a��b');
  });
});

describe('the document of a content source', () => {
  it.each([
    [{ document: { markdown: '# Title\n\nText' } }, 'Text'],
    [
      { document: { document: { nodes: [{ type: 'paragraph', nodes: [{ leaves: [{ text: 'Text' }] }] }] } } },
      'Text',
    ],
    [{ document: {} }, '"paragraph"'],
  ])('is read from %j', (value, text) => {
    expect(JSON.stringify(readDocument(answer(value)))).toContain(text);
  });

  it.each([
    [{}],
    [{ document: 'x' }],
    [{ document: { markdown: 5 } }],
    [{ document: { document: { nodes: 5 } } }],
  ])('is refused when it is %j', (value) => {
    expect(() => readDocument(answer(value))).toThrow(InvalidAnswer);
  });

  it('refers only to its own pages and to its dependencies', () => {
    const scope = {
      spaceId: 'own',
      dependencies: [{ kind: 'space', space: 's' }],
      pages: new Map([['x', 'generated']]),
    };
    const own = (ref: object) => ownReference(ref as never, scope);
    expect(own({ kind: 'page', page: 'x' })).toEqual({ kind: 'page', page: 'generated' });
    expect(own({ kind: 'anchor', page: 'x', anchor: 'a' })).toMatchObject({ page: 'generated', anchor: 'a' });
    for (const ref of [
      { kind: 'page', page: 'y' },
      { kind: 'page', page: 'x', space: 's' },
      { kind: 'space', space: 's' },
    ])
      expect(own(ref)).toEqual(ref);
    for (const ref of [
      { kind: 'user', user: 'u' },
      { kind: 'collection', collection: 'c' },
      { kind: 'openapi', spec: 's' },
      { kind: 'space', space: 'other' },
      { kind: 'reusable-content', reusableContent: 'r', space: 'other' },
      { kind: 'file', file: 'f', space: 'other' },
    ])
      expect([own(ref).kind, leadsNowhere(own(ref))]).toEqual([ref.kind, true]);
  });
});

it('the digest of a state does not depend on the order of members', () => {
  expect(digestOf({ a: 1, b: [{ c: 2, d: 3 }] })).toBe(digestOf({ b: [{ d: 3, c: 2 }], a: 1 }));
  expect(digestOf({ a: [1, 2] })).not.toBe(digestOf({ a: [2, 1] }));
});
