import { posix } from 'node:path';
import { decodePercent } from '#platform/http/decode-percent.js';

/** Meaning of an address in a file within its folder. */
export type MarkdownLinkTarget =
  | { kind: 'file'; path: string; anchor?: string }
  /** It leads out of the folder, or is nothing that could be looked up. */
  | { kind: 'elsewhere' }
  | { kind: 'broken' };

const README_NAMES = ['README.md', 'readme.md', 'index.md'];

/**
 * Finds the file that a relative address names: as it is written or decoded, without its `.md`, a folder for its README,
 * `/` for the content root.
 * @param from path of the file that holds the address.
 * @param files all paths of the folder.
 */
export function findTarget(from: string, address: string, files: ReadonlySet<string>): MarkdownLinkTarget {
  const url = address.trim();
  if (url === '' || /^([a-z][a-z0-9+.-]*:|\/\/|[#?])/i.test(url)) return { kind: 'elsewhere' };
  for (const [path, anchor] of readings(url)) {
    const found = basesOf(from, path)
      .flatMap(candidates)
      .find((candidate) => files.has(candidate));
    if (found !== undefined) return { kind: 'file', path: found, ...(anchor ? { anchor } : {}) };
  }
  return { kind: 'broken' };
}

/** The path below the content root that an address means, however it is written; the address itself where it leads out. */
export function addressedPath(from: string, address: string): string {
  const path = basesOf(from, decodePercent(address)).at(-1) ?? address;
  return path.startsWith('..') ? address : path;
}

/** The ways to read an address, with its anchor: the whole as a file name, then as the address it should be. */
function* readings(url: string): Generator<[string, string | undefined]> {
  yield [url, undefined];
  const hash = url.indexOf('#');
  const anchor = hash < 0 ? undefined : decodePercent(url.slice(hash + 1));
  const path = (hash < 0 ? url : url.slice(0, hash)).replace(/\?[^?]*$/, '');
  yield [path, anchor];
  yield [decodePercent(path), anchor];
}

function basesOf(from: string, path: string): string[] {
  const clean = path.replaceAll('\\', '/');
  if (clean.startsWith('/')) return [normalize(clean)];
  const relative = normalize(posix.join(posix.dirname(from), clean));
  // Addresses of the format's own folder are often written from the root.
  return clean.startsWith('.gitbook/') ? [relative, normalize(clean)] : [relative];
}

function normalize(path: string): string {
  return posix.normalize(path).replace(/^\/+|\/+$/g, '');
}

function candidates(path: string): string[] {
  const folder = path === '.' || path === '' ? '' : `${path}/`;
  return [path, `${path}.md`, ...README_NAMES.map((name) => folder + name)];
}

const MAX_LOOKED_FOR_LENGTH = 1000;

/** Lines (from 1) on which an address is written in a text; the first line when it is written in some other way. */
export function linesOf(text: string, address: string): number[] {
  // No expression holds a whole megabyte of an address; its beginning tells the line as well.
  const start = address.slice(0, MAX_LOOKED_FOR_LENGTH);
  const escaped = start.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('&', '&(?:amp;)?');
  const end = start === address ? '(?![\\w/.%-])' : '';
  const pattern = new RegExp(`(?<![\\w/.%-])${escaped}${end}`);
  const isThere = (line: string): boolean =>
    pattern.test(line) || pattern.test(line.replace(/\\(?=[^\w\s])/g, ''));
  const lines = text.split('\n').flatMap((line, index) => (isThere(line) ? [index + 1] : []));
  return lines.length > 0 ? lines : [1];
}
