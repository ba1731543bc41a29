import { decodePercent } from '#platform/http/decode-percent.js';

/** Meaning of an address of this installation, in the app or the API. */
export type ContentAddress =
  | { kind: 'collection' | 'user'; id: string }
  | { kind: 'space'; id: string; changeRequest?: string; part?: ContentPart };

export type ContentPart = { kind: 'page' | 'file'; id: string } | { kind: 'path'; path: string };

/**
 * Reads an address of the pages for members or of the API; null for any other.
 * @param base PUBLIC_URL, without a trailing slash.
 */
export function readContentAddress(address: string, base: string): ContentAddress | null {
  const url = URL.parse(address);
  const root = new URL(base);
  const prefix = root.pathname.replace(/\/$/, '');
  if (!url || url.host !== root.host || !url.pathname.startsWith(`${prefix}/`)) return null;
  const [area, kind = '', id, ...rest] = decode(url.pathname.slice(prefix.length + 1).replace(/\/+$/, ''));
  if (!id) return null;
  if (area === 'app') return readMemberAddress(kind, id, rest);
  return area === 'v1' ? readApiAddress(kind, id, rest) : null;
}

function readMemberAddress(kind: string, id: string, rest: string[]): ContentAddress | null {
  if (kind === 'c') return { kind: 'collection', id };
  if (kind !== 's') return null;
  const [changeRequest, path] = split(rest, ['~', 'changes']);
  const [pageId, other] = split(path, ['~', 'pages']);
  if (pageId !== undefined) return inSpace(id, changeRequest, { kind: 'page', id: pageId });
  // Pages of members beside the content, such as `~/review`; only `~/edit` has the path of a page after it.
  const shown = other[0] !== '~' ? other : other[1] === 'edit' ? other.slice(2) : [];
  return inSpace(id, changeRequest, shown.length > 0 ? { kind: 'path', path: shown.join('/') } : undefined);
}

function readApiAddress(kind: string, id: string, rest: string[]): ContentAddress | null {
  if (kind === 'collections') return { kind: 'collection', id };
  if (kind === 'users') return { kind: 'user', id };
  if (kind !== 'spaces') return null;
  const [changeRequest, content] = split(rest, ['change-requests']);
  const [within, what, key] = content;
  if (within !== 'content' || !key) return inSpace(id, changeRequest);
  if (what === 'page') return inSpace(id, changeRequest, { kind: 'page', id: key });
  if (what === 'files') return inSpace(id, changeRequest, { kind: 'file', id: key });
  return inSpace(id, changeRequest, what === 'path' ? { kind: 'path', path: key } : undefined);
}

function inSpace(id: string, changeRequest: string | undefined, part?: ContentPart): ContentAddress {
  return {
    kind: 'space',
    id,
    ...(changeRequest === undefined ? {} : { changeRequest }),
    ...(part ? { part } : {}),
  };
}

/** The segment after `lead` and what follows it, when the path begins with `lead`; otherwise the path as it is. */
function split(path: string[], lead: string[]): [string | undefined, string[]] {
  const key = path[lead.length];
  return key && lead.every((segment, index) => path[index] === segment)
    ? [key, path.slice(lead.length + 1)]
    : [undefined, path];
}

function decode(path: string): string[] {
  return path.split('/').map(decodePercent);
}
