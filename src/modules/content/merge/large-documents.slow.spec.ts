import { expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { diffDocuments } from '../diff/diff-documents.js';
import { MergeConflicts } from './conflicts.js';
import { mergeDocuments } from './merge-document.js';
import { mergeSequence } from './merge-sequence.js';

/* Sizes at which work that grows with the square of its input does not end within the time of a test. */

const paragraph = (key: string, text = 'same'): DocumentBlock => ({
  ...{ object: 'block', type: 'paragraph', key, isVoid: false, data: {} },
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const documentOf = (nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });
const many = (count: number, keyOf: (at: number) => string) =>
  documentOf(Array.from({ length: count }, (_, at) => paragraph(keyOf(at))));

it('a diff compares any number of equal blocks with other keys', () => {
  const before = many(200_000, (at) => `a${at}`);
  const after = many(200_000, (at) => `b${at}`);
  after.nodes.push(paragraph('last', 'added'));
  expect(diffDocuments(before, after)).toEqual([{ type: 'block_created', after: after.nodes.at(-1) }]);
});

it('a merge accepts any number of blocks with one key', () => {
  const base = many(50_000, () => 'k');
  const main = documentOf([...base.nodes, paragraph('k', 'main')]);
  const mine = documentOf([paragraph('k', 'mine'), ...base.nodes]);
  const { nodes } = mergeDocuments(base, main, mine, { page: 'p' }, new MergeConflicts());
  expect(nodes).toHaveLength(50_001);
  expect(new Set(nodes.map((node) => node.key)).size).toBe(50_001);
});

it('a merge adds any number of items at one place', () => {
  const added = Array.from({ length: 300_000 }, (_, at) => `n${at}`);
  expect(mergeSequence(['a'], ['a', ...added], ['a'], new Set(['a', ...added]))).toEqual(['a', ...added]);
});

it('a diff hashes each nested block once, at any depth', () => {
  let serialized = 0;
  const data = { toJSON: () => ((serialized += 1), 'd') };
  let block: DocumentBlock = { ...paragraph('k'), data: { data } };
  for (let depth = 0; depth < 50; depth += 1)
    block = { object: 'block', type: 'blockquote', isVoid: false, data: {}, nodes: [block] };
  diffDocuments(documentOf([block]), documentOf([paragraph('k')]));
  expect(serialized).toBe(1);
});
