import {
  alignKeys,
  documentsEqual,
  type JSONDocument,
  type PackedDocument,
  unpackInThread,
} from '#modules/documents/index.js';
import { deriveStored } from '../derived/derive-content.js';
import type { StoredDerived } from '../derived/derived.types.js';
import { encodeObject } from '../objects/object-batch.js';

export interface DocumentToPrepare {
  /** Canonical JSON of the document that is replaced. */
  previous: string | null;
  document: PackedDocument;
}

export interface PreparedDocument {
  hash: string;
  /** Canonical JSON. */
  text: string;
  derived: StoredDerived;
}

/** The object of a document that replaces another one; null when both have the same content. Runs in a thread. */
export function prepareDocument({ previous, document }: DocumentToPrepare): PreparedDocument | null {
  const next = unpackInThread(document);
  const before = previous === null ? undefined : (JSON.parse(previous) as JSONDocument);
  if (before && documentsEqual(before, next)) return null;
  const { hash, text, body } = encodeObject('document', alignKeys(before, next));
  return { hash, text, derived: deriveStored(hash, body as JSONDocument) };
}
