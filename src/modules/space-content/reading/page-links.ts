import { posix } from 'node:path';
import { decodePercent } from '#platform/http/decode-percent.js';

/** An address in Markdown that may lead to a page or file of the same space. */
export interface LocalAddress {
  /** Page paths that the address can mean, the likeliest first. */
  paths: string[];
  anchor?: string;
}

/**
 * The address of a page as seen from another: in Markdown a page with the path `guides/setup` is the file
 * `guides/setup.md`, so its address in `guides/first` is `setup.md`.
 */
export function relativeAddress(fromPath: string, toPath: string, anchor?: string): string {
  const path = encodeURI(posix.relative(posix.dirname(`/${fromPath}`), `/${toPath}.md`));
  return `${path}${anchor === undefined ? '' : `#${encodeURI(anchor)}`}`;
}

/**
 * Reads an address in the Markdown of a page below the page `parentPath` (empty at the top).
 * @returns null for addresses outside the space: with a scheme, a host, or out of its top.
 */
export function readLocalAddress(address: string, parentPath: string): LocalAddress | null {
  if (!isLocal(address)) return null;
  const [rest = '', hash] = address.split('#', 2);
  const file = decodePercent(rest.split('?', 1)[0] ?? '');
  const anchor = hash === undefined || hash === '' ? undefined : decodePercent(hash);
  if (file === '') return anchor === undefined ? null : { paths: [], anchor };
  const absolute = posix.join('/', file.startsWith('/') ? '' : parentPath, file);
  if (!file.startsWith('/') && climbs(file, parentPath)) return null;
  const path = absolute.replace(/^\/+|\/+$/g, '').replace(/\.(md|markdown)$/i, '');
  const folder = path.replace(/(^|\/)(README|index)$/i, '');
  return { paths: [...new Set([path, folder])].filter((candidate) => candidate !== ''), anchor };
}

/** True if the address names neither a scheme nor a host. */
export function isLocal(address: string): boolean {
  return !/^[a-z][a-z\d+.-]*:|^\/\/|\\/i.test(address);
}

/** True if the address leaves the space through its top. */
function climbs(file: string, parentPath: string): boolean {
  return posix.join(parentPath === '' ? '.' : parentPath, file).startsWith('..');
}
