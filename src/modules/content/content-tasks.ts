import type { PackedDocument } from '#modules/documents/index.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { deriveFromTexts } from './derived/derive-content.js';
import type { StoredDerived } from './derived/derived.types.js';
import { type ComparedDocuments, diffPacked, markPacked } from './diff/diff-packed.js';
import { type DocumentToPrepare, prepareDocument, type PreparedDocument } from './edits/prepare-document.js';

export const PREPARE_DOCUMENT: ComputeTask<DocumentToPrepare, PreparedDocument | null> = {
  name: 'content/prepare-document',
  module: new URL('./edits/prepare-document.js', import.meta.url),
  run: prepareDocument,
};

export const DERIVE_CONTENT: ComputeTask<readonly { hash: string; text: string }[], StoredDerived[]> = {
  name: 'content/derive-content',
  module: new URL('./derived/derive-content.js', import.meta.url),
  run: deriveFromTexts,
};

export const MARK_DOCUMENT: ComputeTask<ComparedDocuments, PackedDocument> = {
  name: 'content/mark-document',
  module: new URL('./diff/diff-packed.js', import.meta.url),
  run: markPacked,
};

export const DIFF_DOCUMENTS: ComputeTask<ComparedDocuments, string[]> = {
  name: 'content/diff-documents',
  module: new URL('./diff/diff-packed.js', import.meta.url),
  run: diffPacked,
};
