import type { ContentRef } from '#modules/documents/index.js';

/**
 * How Markdown names what it refers to for clients that know where things are themselves: by id, whatever is moved or
 * renamed. Undefined for what has no such form.
 */
export function stableAddress(ref: ContentRef): string | undefined {
  const space = 'space' in ref && ref.space !== undefined ? `/spaces/${encodeURIComponent(ref.space)}` : '';
  switch (ref.kind) {
    case 'page':
      return `${space}/pages/${encodeURIComponent(ref.page)}`;
    case 'anchor': {
      const anchor = `#${encodeURIComponent(ref.anchor)}`;
      return ref.page === undefined ? anchor : `${space}/pages/${encodeURIComponent(ref.page)}${anchor}`;
    }
    case 'file':
      return `${space}/files/${encodeURIComponent(ref.file)}`;
    case 'space':
      return space;
    default:
      return undefined;
  }
}
