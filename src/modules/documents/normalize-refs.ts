import type { DocumentData } from './document.types.js';
import { parseContentRef } from './markdown/content-ref-text.js';
import { isRecord } from './table-model.js';

const LINKS = new Set(['link', 'mention', 'button', 'content-ref']);

/** Addresses that are written forms of references become those references. */
export function normalizeRefs(type: string, data: DocumentData): DocumentData {
  let copy = data;
  for (const name of ['ref', 'refDark']) {
    const ref = data[name];
    if (!isRecord(ref) || ref['kind'] !== 'url' || typeof ref['url'] !== 'string') continue;
    // `#name` is a place on this page for a link, but no image or file.
    const known = ref['url'].startsWith('#') && !LINKS.has(type) ? undefined : parseContentRef(ref['url']);
    if (known) copy = { ...copy, [name]: known };
  }
  return copy;
}
