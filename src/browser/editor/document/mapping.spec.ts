import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { NodeType } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { documentCatalogue } from '../../../../test/support/document-catalogue.js';
import { arbitraryDocument } from '#modules/documents/document.fixture.js';
import { assignKeys } from '#modules/documents/assign-keys.js';
import {
  documentsEqual,
  normalizeDocument,
  parseMarkdown,
  parsePage,
  validateDocument,
} from '#modules/documents/index.js';
import type { JSONDocument } from '#modules/documents/browser.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';
import { isEqual, schema, toDocument, toEditor } from './index.js';

const DOCS = join(import.meta.dirname, '../../../../docs');
const stored = arbitraryDocument.map((document) =>
  normalizeDocument(assignKeys(normalizeDocument(document))),
);

/** The document after it was in the editor, and was copied there. */
function throughEditor(document: JSONDocument): JSONDocument {
  const node = toEditor(document);
  node.check();
  return toDocument(schema.nodeFromJSON(JSON.parse(JSON.stringify(node.toJSON()))));
}

describe('the mapping between documents and the editor', () => {
  it('gives back every document', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const stored = assignKeys(normalizeDocument(document));
        expect(throughEditor(stored)).toEqual(stored);
      }),
      { numRuns: thoroughly(600) },
    );
  });

  it.each(
    documentCatalogue({ page: 'p', file: 'f', space: 's', user: 'u', collection: 'c' }).map((one) => [
      one.name,
      one,
    ]),
  )('gives back the example of %s, and no block of it is opaque', (_, { blocks }) => {
    const stored = assignKeys(normalizeDocument({ object: 'document', data: {}, nodes: blocks }));
    expect(throughEditor(stored)).toEqual(stored);
    expect(JSON.stringify(toEditor(stored).toJSON())).not.toContain('"type":"opaque"');
  });

  it('gives back every page of the documentation, without opaque blocks', () => {
    const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.md'),
    );
    expect(pages.length).toBeGreaterThan(20);
    for (const page of pages) {
      const { document } = parsePage(readFileSync(join(DOCS, page), 'utf8'));
      expect(throughEditor(document), page).toEqual(document);
      expect(JSON.stringify(toEditor(document).toJSON()), page).not.toContain('"type":"opaque"');
    }
  });

  it('gives back documents with members, types and values of other clients', () => {
    let opaque = 0;
    fc.assert(
      fc.property(stored, fc.array(fc.tuple(fc.nat(), foreign), { maxLength: 3 }), (document, changes) => {
        const changed = structuredClone(document);
        for (const [at, change] of changes) change(nodesOf(changed), at);
        expect(throughEditor(changed)).toEqual(changed);
        if (JSON.stringify(toEditor(changed).toJSON()).includes('"type":"opaque')) opaque += 1;
      }),
      { numRuns: thoroughly(600) },
    );
    expect(opaque).toBeGreaterThan(0);
  });

  it('gives back what the server accepts, whatever a careless client sent', () => {
    let accepted = 0;
    fc.assert(
      fc.property(stored, fc.array(fc.tuple(fc.nat(), damage), { maxLength: 3 }), (document, changes) => {
        const changed = structuredClone(document);
        for (const [at, value] of changes) replaceMember(changed, at, value);
        const valid = acceptedBy(changed);
        if (!valid) return;
        accepted += 1;
        expect(throughEditor(valid)).toEqual(valid);
      }),
      { numRuns: thoroughly(900) },
    );
    expect(accepted).toBeGreaterThan(thoroughly(900) / 4);
  });

  it('makes a table that the server knows of one that a person pasted', () => {
    const { table, table_head, table_header, table_row, table_cell, paragraph } = schema.nodes as Record<
      string,
      NodeType
    >;
    const words = (text: string) => paragraph!.create(null, schema.text(text));
    const pasted = table!.create(null, [
      table_head!.create(null, [table_header!.create(null, words('Title'))]),
      table_row!.create(null, [table_cell!.create(null, words('cell'))]),
    ]);
    const made = toDocument(schema.topNodeType.create(null, pasted));
    const wanted = parseMarkdown('| Title |\n| - |\n| cell |\n').document;
    expect(documentsEqual(normalizeDocument(made), wanted)).toBe(true);
  });

  it('leaves all blocks as they are but the one that a person writes in', () => {
    fc.assert(
      fc.property(stored, fc.nat(), (document, which) => {
        const state = EditorState.create({ doc: toEditor(document) });
        const lines: number[] = [];
        state.doc.descendants((node, at) => void (node.isTextblock && lines.push(at)));
        if (lines.length === 0) return;
        const tr = state.tr.insertText('words', lines[which % lines.length]! + 1);
        const [before, after] = [document.nodes, toDocument(tr.doc).nodes];
        const changed = after.map((node, at) => !isEqual(node, before[at]));
        expect(after.length).toBe(before.length);
        expect(changed.filter(Boolean)).toHaveLength(1);
        const index = changed.indexOf(true);
        expect(JSON.stringify(after[index])).toContain('words');
      }),
      { numRuns: thoroughly(600) },
    );
  });
});

type AnyNode = Record<string, unknown>;

/** Changes that a client makes that knows more than this one. */
const foreign = fc.constantFrom<(nodes: AnyNode[], at: number) => void>(
  (nodes, at) => void (nodes[at % nodes.length]!['newer'] = { a: [1, null] }),
  (nodes, at) => void (nodes[at % nodes.length]!['type'] = 'newer-type'),
  (nodes, at) => void ((nodes[at % nodes.length]!['data'] as AnyNode)['newer'] = [{ a: null }]),
  (nodes, at) => void (nodes[at % nodes.length]!['data'] = { newer: true }),
  (nodes, at) => void (nodes[at % nodes.length]!['fragments'] = []),
  (nodes, at) => void delete nodes[at % nodes.length]!['key'],
  (nodes, at) => void (nodes[at % nodes.length]!['isVoid'] = !nodes[at % nodes.length]!['isVoid']),
);

/** All blocks and inlines below a value. */
function nodesOf(value: unknown): AnyNode[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.values(value).flatMap(nodesOf);
  const { object } = value as AnyNode;
  return object === 'block' || object === 'inline' ? [value as AnyNode, ...inner] : inner;
}

const damage = fc.constantFrom<unknown>(undefined, null, 7, '', 'words', true, [], {}, [{}], 'paragraph');

function replaceMember(document: JSONDocument, at: number, value: unknown): void {
  const members: [AnyNode, string][] = [];
  const collect = (one: unknown): void => {
    if (one === null || typeof one !== 'object') return;
    for (const [name, inner] of Object.entries(one)) {
      members.push([one as AnyNode, name]);
      collect(inner);
    }
  };
  collect(document);
  const [owner, name] = members[at % members.length]!;
  if (value === undefined && !Array.isArray(owner)) delete owner[name];
  else owner[name] = structuredClone(value) ?? null;
}

function acceptedBy(value: unknown): JSONDocument | undefined {
  try {
    return assignKeys(validateDocument(value));
  } catch {
    return undefined;
  }
}
