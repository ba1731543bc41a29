import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ContentRef,
  type DocumentBlock,
  documentReferences,
  documentText,
  type JSONDocument,
  validateDocument,
} from '#modules/documents/index.js';
import { includeContents, inOtherSpace } from './include-contents.js';

const line = (words: string, key = words): DocumentBlock => ({
  object: 'block',
  type: 'paragraph',
  key,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }],
});
const include = (id: string, key = `to-${id}`): DocumentBlock => ({
  object: 'block',
  type: 'reusable-content',
  key,
  isVoid: true,
  data: { ref: { kind: 'reusable-content', reusableContent: id } },
});
const hint = (...nodes: DocumentBlock[]): DocumentBlock => ({
  object: 'block',
  type: 'hint',
  key: 'hint',
  isVoid: false,
  data: { style: 'info' },
  nodes,
});
const doc = (...nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });

/** Includes from a few contents by id. */
function including(contents: Record<string, JSONDocument>, ...nodes: DocumentBlock[]): Promise<JSONDocument> {
  return includeContents(doc(...nodes), (ref) => Promise.resolve(contents[ref.reusableContent] ?? null));
}

function keysOf(document: JSONDocument): string[] {
  return [...JSON.stringify(document).matchAll(/"key":"([^"]*)"/g)].map((match) => match[1]!);
}

describe('the inclusion of reusable contents', () => {
  it('replaces blocks in containers and in other reusable contents', async () => {
    const contents = { a: doc(line('A'), include('b')), b: doc(line('B')) };
    const document = await including(contents, line('start'), hint(include('a')), include('b'), line('end'));
    expect(documentText(document)).toBe('start\nA\nB\nB\nend');
    expect(document.nodes.map((node) => node.type)).toEqual(['paragraph', 'hint', 'paragraph', 'paragraph']);
    expect(keysOf(document)).toEqual(['start', 'hint', 'to-a-A', 'to-a-to-b-B', 'to-b-B', 'end']);
  });

  it('leaves a document without inclusions, and blocks that cannot be read, unchanged', async () => {
    const plain = doc(line('x'));
    expect(await includeContents(plain, () => Promise.reject(new Error('not asked for')))).toBe(plain);
    expect((await including({}, include('gone'))).nodes).toEqual([include('gone')]);
  });

  it('leaves a paragraph in a container whose reusable content is empty', async () => {
    const document = await including({ a: doc() }, hint(include('a')), include('a'));
    expect(document.nodes).toMatchObject([{ type: 'hint', nodes: [{ type: 'paragraph' }] }]);
  });

  it('ends with a note when it is too deep or too large', async () => {
    const deep = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`c${i}`, doc(line(`level ${i}`), include(`c${i + 1}`))]),
    );
    const text = documentText(await including(deep, include('c0')));
    expect(text.split('\n').slice(-2)).toEqual([
      'level 9',
      'More content is included here, too deep to be shown.',
    ]);
    const twice = (id: string) => doc(...Array.from({ length: 10 }, (_, i) => include(id, `${id}${i}`)));
    const wide = {
      a: twice('b'),
      b: twice('c'),
      c: twice('d'),
      d: twice('e'),
      e: twice('f'),
      f: doc(line('F')),
    };
    const large = await including(wide, include('a'));
    expect(documentText(large)).toContain('too much to be shown');
    expect(JSON.stringify(large).length).toBeLessThan(50_000_000);
  });

  it('ends for any circle of inclusions, with unique keys and complete content', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const blocks = fc.array(
      fc.oneof(
        fc.constantFrom('x', 'y').map((words) => line(words)),
        fc.constantFrom(...ids, 'gone').map((id) => include(id)),
        fc.constantFrom(...ids).map((id) => hint(include(id))),
      ),
      { maxLength: 3 },
    );
    // Keys are unique within a document, as the documents module gives them.
    const withKey = (node: DocumentBlock, key: string): DocumentBlock => ({
      ...node,
      key,
      ...(node.type === 'hint' && { nodes: node.nodes?.map((one) => ({ ...one, key: `${key}in` })) }),
    });
    const keyed = blocks.map((nodes) => doc(...nodes.map((node, i) => withKey(node, `k${i}`))));
    await fc.assert(
      fc.asyncProperty(fc.tuple(keyed, keyed, keyed, keyed), keyed, async ([a, b, c, d], page) => {
        const contents: Record<string, JSONDocument> = { a, b, c, d };
        const document = await including(contents, ...page.nodes);
        const keys = keysOf(document);
        expect(new Set(keys).size).toBe(keys.length);
        const left = documentReferences(document).map(
          ({ ref }) => (ref as { reusableContent: string }).reusableContent,
        );
        expect(left.every((id) => id === 'gone')).toBe(true);
        expect(() => validateDocument(structuredClone(document))).not.toThrow();
      }),
    );
  });
});

it('names the other space in references, except in external ones', () => {
  const refs: ContentRef[] = [
    { kind: 'page', page: 'p' },
    { kind: 'page', page: 'p', space: 'third' },
    { kind: 'anchor', anchor: 'here' },
    { kind: 'anchor', anchor: 'there', page: 'p' },
    { kind: 'file', file: 'f' },
    { kind: 'url', url: 'https://example.com' },
    { kind: 'user', user: 'u' },
  ];
  const links = refs.map((ref) => ({
    object: 'inline' as const,
    type: 'link',
    isVoid: false,
    data: { ref },
    nodes: line('x').nodes,
  }));
  const after = inOtherSpace(doc({ ...line('x'), nodes: links }), 'other');
  expect(documentReferences(after).map(({ ref }) => ('space' in ref ? ref.space : null))).toEqual([
    ...['other', 'third', null, 'other', 'other', null, null],
  ]);
});
