import type { ContentRef, DocumentData } from './document.types.js';
import { defaultLabel, formatContentRef, parseContentRef } from './markdown/content-ref-text.js';
import { formOf } from './catalogue/catalogue.js';
import { isContentRef } from './content-ref.js';
import { mapTableRefs } from './table-refs.js';
import { isRecord } from './values.js';

/** The reference that the address of a cell expresses. Ids in lists are always rewritten, so that one file has one form. */
function normalizeCellRef(ref: ContentRef, column: string): ContentRef {
  if (column === 'files' || column === 'users') return { ...ref };
  if (ref.kind !== 'url' || (ref.url.startsWith('#') && column !== 'content-ref')) return ref;
  return parseContentRef(ref.url) ?? ref;
}

/** Replaces addresses that are written forms of references by these references. */
export function normalizeRefs(type: string, data: DocumentData): DocumentData {
  const { data: rules, label } = formOf(type) ?? {};
  let copy = type === 'table' ? mapTableRefs(data, normalizeCellRef) : data;
  for (const name of ['ref', 'refDark']) {
    const ref = data[name];
    if (!isRecord(ref) || ref['kind'] !== 'url' || typeof ref['url'] !== 'string') continue;
    // `#name` is a place on this page for a link, but never an image or file.
    const known =
      ref['url'].startsWith('#') && !rules?.[name]?.isTarget ? undefined : parseContentRef(ref['url']);
    if (known) copy = { ...copy, [name]: known };
  }
  if (label === undefined || !isContentRef(copy['ref']) || typeof copy[label] !== 'string') return copy;
  // Words that only repeat the address are the default, and are removed.
  const { [label]: shown, ...rest } = copy;
  return shown === '' || shown === defaultLabel(formatContentRef(copy['ref'])) ? rest : copy;
}
