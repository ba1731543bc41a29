import { expect, it } from 'vitest';
import {
  documentText,
  type JSONDocument,
  packInThread,
  parseMarkdown,
  validateDocument,
  validateDocumentAsync,
} from '#modules/documents/index.js';
import { deriveStored } from '../derived/derive-content.js';
import { diffDocuments } from '../diff/diff-documents.js';
import { diffDocumentsAsync } from '../diff/diff-documents-async.js';
import { ObjectBatch } from '../objects/object-batch.js';
import { MemoryObjects } from '../objects/memory-objects.fixture.js';
import { DocumentEdits } from './document-edits.js';
import { prepareDocument } from './prepare-document.js';
import { preparedFor, prepareLongDocument } from './prepared-documents.js';

const long = (words: string): JSONDocument =>
  parseMarkdown(Array.from({ length: 3000 }, (_, at) => `${words} ${at}`).join('\n\n')).document;

/** Stores `before`, and then the result of `next`. */
async function replaced(before: JSONDocument, next: JSONDocument) {
  const batch = new ObjectBatch(new MemoryObjects());
  const edits = new DocumentEdits(batch);
  const old = edits.replace(null, before);
  const hash = edits.replace(old, next)!;
  return {
    hash,
    object: batch.objects().find((one) => one.hash === hash),
    body: (await batch.read([hash])).get(hash),
  };
}

it('a prepared long document is stored as it is without a thread', async () => {
  const before = long('word');
  const next = long('other');
  const plain = await replaced(before, structuredClone(next));
  const texts = new Map<string, string>();
  const batch = new ObjectBatch(new MemoryObjects());
  const old = new DocumentEdits(batch).replace(null, before)!;
  for (const { hash, text } of batch.objects()) texts.set(hash, text);
  await prepareLongDocument(next, old, async (hash) => texts.get(hash) ?? null);
  expect(preparedFor(next, old)?.made?.hash).toBe(plain.hash);
  const { object, body, hash } = await replaced(before, next);
  expect(object?.derived).toEqual(deriveStored(hash, body as JSONDocument));
  expect({ hash, text: object?.text, body }).toEqual({
    ...{ hash: plain.hash, text: plain.object?.text, body: plain.body },
  });
  expect(documentText(body as JSONDocument)).toBe(documentText(next));
});

it('a prepared long document that did not change is not stored again', async () => {
  const before = long('word');
  const same = validateDocument(JSON.parse(JSON.stringify(before).replaceAll('"key":"', '"key":"z')));
  expect(prepareDocument({ previous: JSON.stringify(before), document: packInThread(same) })).toBeNull();
});

it('a prepared document is compared again when the previous document is another one', async () => {
  const next = long('next');
  await prepareLongDocument(next, null, () => Promise.reject(new Error('There is none.')));
  expect(preparedFor(next, 'another')).toBeUndefined();
  const prepared = await replaced(long('word'), next);
  expect(prepared.hash).toBe((await replaced(long('word'), structuredClone(next))).hash);
});

it('the check and the diff of long documents yield to other work', async () => {
  const [before, after] = [long('word'), long('other')];
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  expect(await validateDocumentAsync(structuredClone(before))).toEqual(validateDocument(before));
  expect(await diffDocumentsAsync(before, after)).toEqual(diffDocuments(before, after));
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
  const wrong = { ...before, nodes: [...before.nodes, { type: 'image', data: {} }] };
  await expect(validateDocumentAsync(wrong)).rejects.toThrow(
    /^document\.nodes\[3000\]\.data\.ref must be a content reference/,
  );
});
