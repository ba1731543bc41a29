import { alignKeys, documentsEqual, type JSONDocument } from '#modules/documents/index.js';
import { type ObjectBatch, readObjects } from '../objects/object-batch.js';
import { preparedFor } from './prepared-documents.js';

/** Stores the documents of a change. */
export class DocumentEdits {
  private readonly previous = new Map<string, JSONDocument>();

  constructor(private readonly batch: ObjectBatch) {}

  /** Reads all documents that will be replaced, at once. */
  async prepare(hashes: readonly (string | null)[]): Promise<void> {
    const unique = [...new Set(hashes)].filter((hash) => hash !== null);
    const documents = await readObjects<JSONDocument>(this.batch, unique);
    unique.forEach((hash, i) => this.previous.set(hash, documents[i] as JSONDocument));
  }

  /**
   * Answers the hash that replaces `before`. A document with equal content keeps its hash, whatever its keys;
   * otherwise blocks that did not change keep their keys, so that merges and comments still find them.
   */
  replace(before: string | null, document: JSONDocument | null): string | null {
    if (document === null) return null;
    const ready = preparedFor(document, before);
    if (ready) {
      if (ready.made === null) return before;
      this.batch.putDocument(ready.made);
      this.previous.set(ready.made.hash, document);
      return ready.made.hash;
    }
    const previous = before === null ? undefined : this.previous.get(before);
    if (previous && documentsEqual(previous, document)) return before;
    const hash = this.batch.put('document', alignKeys(previous, document), []);
    this.previous.set(hash, document);
    return hash;
  }
}
