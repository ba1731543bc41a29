import { packInThread, type PackedDocument, unpackInThread } from '#modules/documents/index.js';
import { diffDocuments } from './diff-documents.js';
import { markDocument } from './mark-document.js';

export interface ComparedDocuments {
  before: PackedDocument;
  after: PackedDocument;
}

/** As `diffDocuments`, each change as JSON. Runs in a thread. */
export function diffPacked({ before, after }: ComparedDocuments): string[] {
  return diffDocuments(unpackInThread(before), unpackInThread(after)).map((change) => JSON.stringify(change));
}

/** As `markDocument`. Runs in a thread. */
export function markPacked({ before, after }: ComparedDocuments): PackedDocument {
  return packInThread(markDocument(unpackInThread(before), unpackInThread(after)));
}
