import fc from 'fast-check';
import { splitBlock } from 'prosemirror-commands';
import { Fragment, type Node } from 'prosemirror-model';
import { type Command, EditorState, TextSelection } from 'prosemirror-state';
import { addColumnAfter, addRowBefore } from 'prosemirror-tables';
import { describe, expect, it } from 'vitest';
import { assignKeys } from '#modules/documents/assign-keys.js';
import { arbitraryDocument } from '#modules/documents/document.fixture.js';
import { normalizeDocument, parseMarkdown } from '#modules/documents/index.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';
import { toDocument, toEditor } from '../document/index.js';
import { keysPlugin } from './keys.js';

describe('keys of blocks in the editor', () => {
  it('go to the first half when a person splits a block', () => {
    const state = editing('Some words.\n');
    const [was] = keysOf(state.doc);
    const [first, second] = keysOf(run(at(state, 6), splitBlock).doc);
    expect(first).toBe(was);
    expect(second).toMatch(/^.{12}$/);
  });

  it('stay with the text when a person makes room before it', () => {
    const state = editing('Some words.\n');
    const [was] = keysOf(state.doc);
    const after = run(at(state, 1), splitBlock).doc;
    expect(after.child(0).textContent).toBe('');
    expect(keysOf(after)[0]).not.toBe(was);
    expect(keysOf(after)).toEqual([expect.stringMatching(/^.{12}$/), was]);
  });

  it('stay with the first of two equal blocks', () => {
    const state = editing('Some words.\n');
    const after = state.apply(state.tr.insert(state.doc.content.size, state.doc.content)).doc;
    const [first, second] = keysOf(after);
    expect([first]).toEqual(keysOf(state.doc));
    expect(second).not.toBe(first);
  });

  it('change in copies of blocks that the editor does not know', () => {
    const raw = { object: 'block' as const, type: 'newer', key: 'k', isVoid: true, data: { a: 1 } };
    const state = start(toEditor({ object: 'document', data: {}, nodes: [raw] }));
    const { nodes } = toDocument(state.apply(state.tr.insert(0, state.doc.content)).doc);
    expect(nodes).toEqual([raw, { ...raw, key: expect.not.stringMatching(/^k$/) }]);
  });

  it('are in the document once each, however blocks are copied, and no more change after that', () => {
    fc.assert(
      fc.property(
        arbitraryDocument,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 }),
        (document, copies) => {
          let state = start(toEditor(assignKeys(normalizeDocument(document))));
          for (const [from, to] of copies) {
            const copied = state.doc.child(from % state.doc.childCount);
            const place = placeOf(state.doc, to % (state.doc.childCount + 1));
            const words = state.doc.textContent.length + copied.textContent.length;
            state = state.apply(state.tr.insert(place, copied));
            expect(state.doc.textContent.length).toBe(words);
          }
          const keys = allKeys(state.doc);
          expect(keys).not.toContain(null);
          expect(new Set(keys).size).toBe(keys.length);
          state.doc.check();
          const again = state.apply(state.tr.insertText('x', 0)).doc;
          expect(keys.filter((key) => !allKeys(again).includes(key))).toEqual([]);
        },
      ),
      { numRuns: thoroughly(600) },
    );
  });
});

describe('ids of rows and columns in the editor', () => {
  const TABLE = '| A | B |\n| - | - |\n| one | two |\n| three | four |\n';

  it('are new for a new row, and stay for the others', () => {
    const state = inCell(editing(TABLE), 'three');
    const before = tableOf(state.doc);
    const after = tableOf(run(state, addRowBefore).doc);
    const known = Object.keys(before.records);
    const added = Object.keys(after.records).filter((id) => !known.includes(id));
    expect(added).toEqual([expect.stringMatching(/^r\d{5}$/)]);
    for (const id of known) expect(after.records[id]?.values).toEqual(before.records[id]?.values);
    const order = (id: string) => after.records[id]!.orderIndex;
    expect([...Object.keys(after.records)].sort((a, b) => order(a).localeCompare(order(b)))).toEqual([
      known[0],
      added[0],
      known[1],
    ]);
  });

  it('are new for a new column, and stay for the others', () => {
    const state = inCell(editing(TABLE), 'one');
    const before = tableOf(state.doc);
    const after = tableOf(run(state, addColumnAfter).doc);
    expect(after.view.columns).toHaveLength(3);
    expect([after.view.columns[0], after.view.columns[2]]).toEqual(before.view.columns);
    for (const id of before.view.columns) expect(after.definition[id]).toEqual(before.definition[id]);
    expect(after.definition[after.view.columns[1]!]).toMatchObject({ type: 'text', title: '' });
  });

  it('stay when rows are added before them later', () => {
    const once = run(inCell(editing(TABLE), 'three'), addRowBefore);
    const ids = once.doc.child(0).children.map((row) => row.attrs['key'] as string);
    const twice = run(inCell(once, 'one'), addRowBefore);
    const later = twice.doc.child(0).children.map((row) => row.attrs['key'] as string);
    expect(later.toSpliced(1, 1)).toEqual(ids);
  });
});

interface Table {
  view: { columns: string[] };
  definition: Record<string, unknown>;
  records: Record<string, { orderIndex: string; values: unknown }>;
}

function tableOf(doc: Node): Table {
  return toDocument(doc).nodes[0]!.data as unknown as Table;
}

function editing(markdown: string): EditorState {
  return start(toEditor(assignKeys(parseMarkdown(markdown).document)));
}

function start(doc: Node): EditorState {
  return EditorState.create({ doc, plugins: [keysPlugin()] });
}

function at(state: EditorState, position: number): EditorState {
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, position)));
}

function inCell(state: EditorState, words: string): EditorState {
  let position = 0;
  state.doc.descendants(
    (node, place) => void (node.isTextblock && node.textContent === words && (position = place)),
  );
  return at(state, position + 1);
}

function run(state: EditorState, command: Command): EditorState {
  let next = state;
  expect(command(state, (tr) => (next = state.apply(tr)))).toBe(true);
  return next;
}

function keysOf(doc: Node): unknown[] {
  return doc.children.map((node) => node.attrs['key'] as unknown);
}

function placeOf(doc: Node, index: number): number {
  return Fragment.fromArray(doc.children.slice(0, index)).size;
}

/** Keys of all blocks that have one: those of fragments are names, and those of rows are of their table. */
function allKeys(doc: Node): unknown[] {
  const keys: unknown[] = [];
  doc.descendants((node) => {
    if (node.isInline || /^(caption|expandable_|table_)/.test(node.type.name)) return;
    keys.push(node.attrs['key'] ?? null);
  });
  return keys;
}
