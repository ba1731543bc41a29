import type { JSONDocument } from './document.types.js';
import { nodesDigest } from './block-digest.js';
import { canonicalJson } from '#platform/canonical-json.js';

/** True when two documents have the same content, regardless of the keys of their blocks and the ids in their tables. */
export function documentsEqual(a: JSONDocument, b: JSONDocument): boolean {
  return (
    a === b ||
    (canonicalJson(a.data) === canonicalJson(b.data) && nodesDigest(a.nodes) === nodesDigest(b.nodes))
  );
}
