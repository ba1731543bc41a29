import { isContentRef } from '../content-ref.js';
import type { ContentRef } from '../document.types.js';
import { canonicalJson } from '#platform/canonical-json.js';

/**
 * The written form of a reference without a known path: `bindery:page/<id>`, `bindery:page/<id>?space=<id>#<anchor>`,
 * `bindery:file/<id>`, and so on for each kind. An anchor on the same page is `#anchor`. The parser always understands
 * these forms.
 */
const SCHEME = 'bindery:';

export function formatContentRef(ref: ContentRef): string {
  const space =
    'space' in ref && ref.kind !== 'space' && ref.space ? `?space=${encodeURIComponent(ref.space)}` : '';
  switch (ref.kind) {
    case 'url':
      return ref.url;
    case 'page':
      return `${SCHEME}page/${encodeURIComponent(ref.page)}${space}`;
    case 'anchor':
      if (ref.page)
        return `${SCHEME}page/${encodeURIComponent(ref.page)}${space}#${encodeURIComponent(ref.anchor)}`;
      return space || ref.anchor === ''
        ? `${SCHEME}anchor/${encodeURIComponent(ref.anchor)}${space}`
        : `#${ref.anchor}`;
    case 'file':
      return `${SCHEME}file/${encodeURIComponent(ref.file)}${space}`;
    case 'space':
      return `${SCHEME}space/${encodeURIComponent(ref.space)}`;
    case 'user':
      return `${SCHEME}user/${encodeURIComponent(ref.user)}`;
    case 'collection':
      return `${SCHEME}collection/${encodeURIComponent(ref.collection)}`;
    case 'reusable-content':
      return `${SCHEME}reusable-content/${encodeURIComponent(ref.reusableContent)}${space}`;
    case 'tag':
      return `${SCHEME}tag/${encodeURIComponent(ref.tag)}${space}`;
    case 'openapi':
      return `${SCHEME}openapi/${encodeURIComponent(ref.spec)}`;
  }
}

const FORM = /^bindery:([a-z-]+)\/([^?#]*)(?:\?space=([^#]*))?(?:#(.*))?$/s;

/** The reference that an address alone expresses: one of the forms above or an anchor on the same page. */
export function parseContentRef(text: string): ContentRef | undefined {
  if (text.length > 1 && text.startsWith('#')) return { kind: 'anchor', anchor: text.slice(1) };
  const match = FORM.exec(text);
  if (!match) return undefined;
  const id = decode(match[2] ?? '');
  const anchor = match[4] === undefined ? undefined : decode(match[4]);
  const space = match[3] === undefined ? undefined : decode(match[3]);
  if (id === undefined || (match[4] !== undefined && anchor === undefined)) return undefined;
  if (match[3] !== undefined && space === undefined) return undefined;
  return fromParts(match[1] as string, id, anchor, space ? { space } : {});
}

function fromParts(
  kind: string,
  id: string,
  anchor: string | undefined,
  where: { space?: string },
): ContentRef | undefined {
  if (anchor !== undefined)
    return kind === 'page' ? { kind: 'anchor', anchor, page: id, ...where } : undefined;
  if (kind === 'page') return { kind, page: id, ...where };
  if (kind === 'anchor') return { kind, anchor: id, ...where };
  if (kind === 'file') return { kind, file: id, ...where };
  if (kind === 'reusable-content') return { kind, reusableContent: id, ...where };
  if (kind === 'tag') return { kind, tag: id, ...where };
  if (where.space !== undefined) return undefined;
  if (kind === 'space') return { kind, space: id };
  if (kind === 'user') return { kind, user: id };
  if (kind === 'collection') return { kind, collection: id };
  if (kind === 'openapi') return { kind, spec: id };
  return undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** True for a reference that its written form contains completely. Others are kept as JSON. */
export function isWritableRef(ref: unknown): ref is ContentRef {
  if (!isContentRef(ref)) return false;
  if (ref.kind === 'url') return Object.keys(ref).length === 2;
  return canonicalJson(parseContentRef(formatContentRef(ref))) === canonicalJson(ref);
}

/** The text that the Git format shows for an address without a label: its last path segment. */
export function defaultLabel(address: string): string {
  const path = address.replace(/[?#].*$/s, '').replace(/\/+$/, '');
  return path.slice(path.lastIndexOf('/') + 1) || address;
}
