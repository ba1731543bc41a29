import type { ContentRef } from '../document.types.js';
import { formatContentRef, parseContentRef } from './content-ref-text.js';

/**
 * Prefix of a path in a column of files or users, which otherwise holds plain ids. A path whose file is unknown is kept
 * in this form, so that it can be shown, followed and written back.
 */
const ADDRESS = 'url:';

export function idValue(ref: ContentRef): string {
  if (ref.kind === 'file' && ref.space === undefined && !ref.file.startsWith(ADDRESS)) return ref.file;
  if (ref.kind === 'user' && !ref.user.startsWith(ADDRESS)) return ref.user;
  return ADDRESS + formatContentRef(ref);
}

export function valueRef(kind: 'files' | 'users', value: string): ContentRef {
  if (!value.startsWith(ADDRESS))
    return kind === 'files' ? { kind: 'file', file: value } : { kind: 'user', user: value };
  const address = value.slice(ADDRESS.length);
  return parseContentRef(address) ?? { kind: 'url', url: address };
}

/** Switches of a table's view, with the attribute of each. */
export const VIEW_FLAGS: Record<string, string> = {
  hideColumnTitle: 'data-hide-column-title',
  wrap: 'data-wrap',
  stickyHeader: 'data-sticky-header',
  stickyFirstColumn: 'data-sticky-first-column',
  useNewSizing: 'data-use-new-sizing',
};
