import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { revertBlocks } from './revert-blocks.js';

const paragraph = (key: string, text = key): DocumentBlock => ({
  object: 'block',
  type: 'paragraph',
  key,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const hint = (key: string, nodes: DocumentBlock[]): DocumentBlock => ({
  object: 'block',
  type: 'hint',
  key,
  isVoid: false,
  data: { style: 'info' },
  nodes,
});
const expandable = (key: string, nodes: DocumentBlock[]): DocumentBlock => ({
  object: 'block',
  type: 'expandable',
  key,
  isVoid: true,
  data: {},
  fragments: [
    { object: 'fragment', type: 'expandable-title', nodes: [paragraph(`${key}-title`)] },
    { object: 'fragment', type: 'expandable-body', nodes },
  ],
});
const doc = (...nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });

describe('revertBlocks', () => {
  const before = doc(
    paragraph('a'),
    hint('h', [paragraph('h1'), paragraph('h2')]),
    expandable('e', [paragraph('e1')]),
  );

  it('restores a changed block and leaves the others', () => {
    const now = doc(
      paragraph('a', 'new a'),
      hint('h', [paragraph('h1', 'new'), paragraph('h2', 'new too')]),
      expandable('e', []),
    );
    const { document, missing } = revertBlocks(now, before, ['h1']);
    expect(missing).toEqual([]);
    expect(document).toEqual(
      doc(
        paragraph('a', 'new a'),
        hint('h', [paragraph('h1'), paragraph('h2', 'new too')]),
        expandable('e', []),
      ),
    );
  });

  it('restores removed blocks behind their previous neighbour, at any depth', () => {
    const now = doc(hint('h', [paragraph('h1')]), paragraph('z'), expandable('e', []));
    const { document } = revertBlocks(now, before, ['h2', 'e1', 'a']);
    expect(document).toEqual(
      doc(
        paragraph('a'),
        hint('h', [paragraph('h1'), paragraph('h2')]),
        paragraph('z'),
        expandable('e', [paragraph('e1')]),
      ),
    );
  });

  it('brings moved blocks back to their place, and no other', () => {
    const old = doc(...['a', 'b', 'c', 'd'].map((key) => paragraph(key)));
    const moved = doc(
      paragraph('d', 'new d'),
      paragraph('a'),
      paragraph('x'),
      paragraph('b'),
      paragraph('c'),
    );
    expect(revertBlocks(moved, old, ['d']).document).toEqual(
      doc(paragraph('a'), paragraph('x'), paragraph('b'), paragraph('c'), paragraph('d')),
    );
    expect(revertBlocks(moved, old, ['a']).document).toEqual(moved);
  });

  it('finds blocks by their words where their keys are others', () => {
    const now = doc(paragraph('z'), paragraph('y', 'b'), paragraph('x', 'a'));
    const old = doc(paragraph('a'), paragraph('b'), paragraph('c'));
    expect(revertBlocks(now, old, ['c']).document.nodes.map(({ key }) => key)).toEqual(['z', 'y', 'c', 'x']);
    expect(revertBlocks(now, old, ['b']).document.nodes.map(({ key }) => key)).toEqual(['z', 'x', 'b']);
  });

  it('takes blocks out of the block into which they were moved', () => {
    const now = doc(hint('h', [paragraph('a'), paragraph('h1'), paragraph('h2')]));
    expect(revertBlocks(now, before, ['a']).document).toEqual(
      doc(paragraph('a'), hint('h', [paragraph('h1'), paragraph('h2')])),
    );
  });

  it('keeps a block where it is if the block that was around it is inside of it now', () => {
    const now = doc(hint('h1', [hint('h', [])]));
    const { document, missing } = revertBlocks(now, before, ['h1']);
    expect([document, missing]).toEqual([doc(paragraph('h1')), []]);
  });

  it('removes added blocks', () => {
    expect(revertBlocks(doc(paragraph('a'), paragraph('new')), before, ['new']).document).toEqual(
      doc(paragraph('a')),
    );
  });

  it('reports keys that neither document has, or whose parent is missing', () => {
    expect(revertBlocks(doc(paragraph('a')), before, ['nowhere', 'h1']).missing).toEqual(['nowhere', 'h1']);
  });

  it('leaves its arguments unchanged', () => {
    const now = doc(paragraph('a', 'x'));
    revertBlocks(now, before, ['a', 'h']);
    expect(now).toEqual(doc(paragraph('a', 'x')));
  });
});
