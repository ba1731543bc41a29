import type { JSONDocument } from './document.types.js';
import { nodesDigest } from './block-digest.js';
import { stableJson } from './stable-json.js';

/** True when two documents say the same, whatever the keys of their blocks and the ids inside their tables are. */
export function documentsEqual(a: JSONDocument, b: JSONDocument): boolean {
  return (
    a === b || (stableJson(a.data) === stableJson(b.data) && nodesDigest(a.nodes) === nodesDigest(b.nodes))
  );
}
