import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from '#modules/documents/browser.js';
import { schema } from '../document/index.js';
import { headingsIn } from '../menus/linked-headings.js';
import { rangeAt } from './block-range.js';
import { inOtherSpace } from './other-space.js';

const { nodes } = schema;
const p = (text: string) => nodes['paragraph']!.create(null, schema.text(text));

describe('the blocks of a reusable content', () => {
  const doc = nodes['document']!.create(null, [
    p('one'),
    p('two'),
    nodes['list_unordered']!.create(null, nodes['list_item']!.create(null, p('three'))),
  ]);
  const state = (from: number, to: number) =>
    EditorState.create({ doc, selection: TextSelection.create(doc, from, to) });

  it('are those that the selection touches', () => {
    expect(rangeAt(state(2, 7), 0)).toMatchObject({ from: 0, to: 10 });
    expect(rangeAt(state(2, 7), 5)?.blocks).toHaveLength(2);
  });

  it('are the block of the menu where another is selected', () => {
    expect(rangeAt(state(2, 3), 5)).toMatchObject({ from: 5, to: 10 });
  });

  it('are no items of lists', () => {
    expect(rangeAt(state(2, 3), 11)).toBeNull();
  });

  it('name their space once they stand in another', () => {
    const block = (ref: object) =>
      ({ object: 'block', type: 'x', isVoid: true, data: { ref } }) as DocumentBlock;
    const moved = inOtherSpace(
      [
        block({ kind: 'page', page: 'p' }),
        block({ kind: 'anchor', anchor: 'a' }),
        block({ kind: 'anchor', anchor: 'a', page: 'p' }),
        block({ kind: 'file', file: 'f', space: 't' }),
        block({ kind: 'url', url: 'https://example.com' }),
      ],
      's',
    );
    expect(moved.map(({ data }) => data['ref'])).toEqual([
      { kind: 'page', page: 'p', space: 's' },
      { kind: 'anchor', anchor: 'a' },
      { kind: 'anchor', anchor: 'a', page: 'p', space: 's' },
      { kind: 'file', file: 'f', space: 't' },
      { kind: 'url', url: 'https://example.com' },
    ]);
  });
});

describe('headings to link to', () => {
  it('are those with anchors, within containers too', () => {
    const text = (words: string) => [
      { object: 'text' as const, leaves: [{ object: 'leaf' as const, text: words, marks: [] }] },
    ];
    const heading = (words: string, id?: string): DocumentBlock => ({
      ...{ object: 'block', type: 'heading-2', isVoid: false, data: {}, nodes: text(words) },
      ...(id === undefined ? {} : { meta: { id } }),
    });
    const tab: DocumentBlock = {
      ...{ object: 'block', type: 'tabs-item', isVoid: false, data: {} },
      nodes: [heading('In a tab', 'in-a-tab')],
    };
    expect(headingsIn([heading('Costs', 'costs'), heading('', 'section'), heading('New'), tab])).toEqual([
      { anchor: 'costs', title: 'Costs' },
      { anchor: 'in-a-tab', title: 'In a tab' },
    ]);
  });
});
