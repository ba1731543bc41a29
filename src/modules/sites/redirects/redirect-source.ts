/** As later versions of the contract have it: a path that may end with an asterisk. */
export const REDIRECT_SOURCE =
  /^\/(?!\*)(?!.*\*.+)(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\/\*|\*)?$/;

const MAX_SOURCE_LENGTH = 512;

/**
 * Comparison key of a source: decoded, in lower case, without the leading slash, with its asterisk. Null for a source
 * that a request cannot have, such as one with dot segments.
 */
export function sourceKey(source: string): string | null {
  const wildcard = source.endsWith('*') ? '*' : '';
  const path = decodePath(source.slice(1, source.length - wildcard.length));
  return path === null ? null : path.toLowerCase() + wildcard;
}

/** A path decoded segment by segment, without slashes around; null when a segment is invalid for pages. */
export function decodePath(path: string): string | null {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    // oxlint-disable-next-line no-control-regex -- exactly those
    if (segments.some((segment) => /[/\\\u0000-\u001f]/.test(segment) || /^\.\.?$/.test(segment)))
      return null;
    return segments.join('/');
  } catch {
    return null;
  }
}

/** The keys of all redirects that a decoded path falls under. */
export function keysOf(path: string): string[] {
  const key = path.toLowerCase();
  const prefixes = Array.from(
    { length: Math.min(key.length, MAX_SOURCE_LENGTH) },
    (_, i) => `${key.slice(0, i + 1)}*`,
  );
  return [key, ...prefixes];
}

/** The part of a decoded path that the asterisk of a key matches; '' without an asterisk. */
export function restOf(key: string, path: string): string {
  if (!key.endsWith('*')) return '';
  const lower = path.toLowerCase();
  // Some letters are longer in lower case; then what is left is taken in lower case too.
  return (lower.length === path.length ? path : lower).slice(key.length - 1);
}

/** The redirects that a path falls under, the closest first: its own, then the longest beginning. */
export function closestFirst<T extends { sourceKey: string }>(redirects: T[]): T[] {
  const rank = ({ sourceKey: key }: T): number => (key.endsWith('*') ? key.length : Infinity);
  return [...redirects].sort((a, b) => rank(b) - rank(a));
}
