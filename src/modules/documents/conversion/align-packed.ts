import { alignKeys } from '../align-keys.js';
import { packInThread, type PackedDocument, unpackInThread } from './packed-document.js';

export interface DocumentsToAlign {
  previous: PackedDocument;
  next: PackedDocument;
}

/** As `alignKeys`. Runs in a thread. */
export function alignPacked({ previous, next }: DocumentsToAlign): PackedDocument {
  return packInThread(alignKeys(unpackInThread(previous), unpackInThread(next)));
}
