import type { ContentRef } from '#modules/documents/index.js';

/**
 * The address of a target in Markdown for clients that know the paths themselves: by id, however it is moved or
 * renamed. Undefined for targets without such an address.
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
