import fc from 'fast-check';
import { history, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { assignKeys } from '#modules/documents/assign-keys.js';
import { arbitraryDocument } from '#modules/documents/document.fixture.js';
import { normalizeDocument, parseMarkdown } from '#modules/documents/index.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';
import { arbitraryEdits, edited } from './edits.fixture.js';
import { toBlock, toDocument, toEditor } from './index.js';
import { reconcile } from './reconcile.js';

const stored = arbitraryDocument.map((document) =>
  normalizeDocument(assignKeys(normalizeDocument(document))),
);
const RUNS = { numRuns: thoroughly(600) };

describe('reconciling the editor with a document', () => {
  it('gives this document, from any other', () => {
    fc.assert(
      fc.property(stored, stored, (before, after) => {
        const tr = reconcile(EditorState.create({ doc: toEditor(before) }).tr, toEditor(after));
        tr.doc.check();
        expect(toDocument(tr.doc)).toEqual(after);
      }),
      RUNS,
    );
  });

  it('gives this document after any edits', () => {
    fc.assert(
      fc.property(stored, arbitraryEdits('write', 'insert', 'delete', 'move'), (before, edits) => {
        const { document } = edited(before, 'they', edits);
        const tr = reconcile(EditorState.create({ doc: toEditor(before) }).tr, toEditor(document));
        tr.doc.check();
        // The edits leave texts apart that documents have as one.
        expect(toDocument(tr.doc)).toEqual(toDocument(toEditor(document)));
      }),
      RUNS,
    );
  });

  it('keeps the cursor in a block that stays as it is, whatever is written around it', () => {
    let kept = 0;
    fc.assert(
      fc.property(
        stored,
        arbitraryEdits('write', 'insert', 'delete'),
        fc.nat(),
        fc.nat(),
        (before, edits, which, where) => {
          const doc = toEditor(before);
          const lines = linesOf(doc);
          const line = lines[which % lines.length];
          if (!line) return;
          const offset = where % (line.node.content.size + 1);
          const at = line.at + 1 + offset;
          const { document } = edited(before, 'they', edits);
          const after = toEditor(document);
          const same = linesOf(after).find(({ node }) => node.attrs['key'] === line.node.attrs['key']);
          if (!same || JSON.stringify(toBlock(same.node)) !== JSON.stringify(toBlock(line.node))) return;
          const state = EditorState.create({ doc, selection: TextSelection.create(doc, at) });
          const { $head } = state.apply(reconcile(state.tr, after)).selection;
          expect($head.parent.attrs['key']).toBe(line.node.attrs['key']);
          expect($head.parentOffset).toBe(offset);
          kept += 1;
        },
      ),
      RUNS,
    );
    expect(kept).toBeGreaterThan(RUNS.numRuns / 3);
  });

  it('changes nothing where the document is the same, even after the person made a link', () => {
    const doc = toEditor(page('One [link](https://example.com) here.'));
    const state = EditorState.create({ doc });
    const link = doc.firstChild!.child(1).marks[0]!;
    const typed = state.tr
      .removeMark(5, 9, link)
      .addMark(5, 9, link.type.create({ ...link.attrs, id: 'made' }));
    expect(reconcile(state.apply(typed).tr, toEditor(toDocument(typed.doc))).docChanged).toBe(false);
  });

  it('keeps the cursor in its cell while others change another one', () => {
    const before = page('| A | B |\n| - | - |\n| one | two |\n');
    const changed = JSON.parse(JSON.stringify(before).replace('"two"', '"their words"')) as typeof before;
    const doc = toEditor(before);
    const line = linesOf(doc).find(({ node }) => node.textContent === 'one')!;
    const state = EditorState.create({ doc, selection: TextSelection.create(doc, line.at + 2) });
    const next = state.apply(reconcile(state.tr, toEditor(changed)));
    expect(next.doc.textContent).toContain('their words');
    expect(next.selection.$head.parent.textContent).toBe('one');
    expect(next.selection.$head.parentOffset).toBe(1);
  });

  it('leaves what the person wrote to be undone, and what others wrote in place', () => {
    const before = page('First.\n\nSecond.\n');
    const state = EditorState.create({ doc: toEditor(before), plugins: [history()] });
    const typed = state.apply(state.tr.insertText('My ', 1));
    const theirs = JSON.parse(
      JSON.stringify(toDocument(typed.doc)).replace('Second.', 'Their second.'),
    ) as typeof before;
    const tr = reconcile(typed.tr, toEditor(theirs)).setMeta('addToHistory', false);
    let last = typed.apply(tr);
    undo(last, (undone) => (last = last.apply(undone)));
    expect(last.doc.textBetween(0, last.doc.content.size, '|')).toBe('First.|Their second.');
  });
});

function page(markdown: string) {
  return assignKeys(parseMarkdown(markdown).document);
}

/** The lines in which a cursor can be, of blocks with keys. */
function linesOf(doc: Node): { node: Node; at: number }[] {
  const found: { node: Node; at: number }[] = [];
  doc.descendants((node, at) => {
    if (node.isTextblock && node.attrs['key']) found.push({ node, at });
  });
  return found;
}
