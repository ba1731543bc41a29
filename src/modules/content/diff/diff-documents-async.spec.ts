import { afterEach, expect, it, vi } from 'vitest';
import { parseMarkdown } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { diffDocuments } from './diff-documents.js';
import { diffDocumentsAsync, markDocumentAsync } from './diff-documents-async.js';
import { markDocument } from './mark-document.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

afterEach(() => void vi.restoreAllMocks());

const page = (count: number, word: string) =>
  parseMarkdown(
    Array.from({ length: count }, (_, at) => `${at % 3 === 0 ? word : 'Same'} words ${at}`).join('\n\n'),
  ).document;

it.each([
  ['short', 20, []],
  ['long', 1_000, ['content/diff-documents', 'content/mark-document']],
])('the diff of %s documents is the same in threads and without them', async (_name, count, tasks) => {
  const run = vi.spyOn(compute, 'run');
  const [before, after] = [page(count, 'old'), page(count, 'new')];
  expect(await diffDocumentsAsync(before, after)).toEqual(diffDocuments(before, after));
  expect(await markDocumentAsync(before, after)).toEqual(markDocument(before, after));
  expect(run.mock.calls.map(([task]) => task.name)).toEqual(tasks);
});

it('a diff marks any number of deleted blocks', () => {
  const count = thoroughly(60_000);
  const before = page(count, 'old');
  const after = { ...before, nodes: before.nodes.filter((_, at) => at % 2 === 0) };
  expect(markDocument(before, after).nodes).toHaveLength(count);
});
