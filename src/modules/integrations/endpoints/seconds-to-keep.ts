const MOST = 24 * 3600;

/**
 * Seconds for which an answer of a script may be cached by its `Cache-Control` (RFC 9111), up to a day.
 * @param otherwise for an answer without the header.
 */
export function secondsToKeep<Otherwise extends number | null>(
  cacheControl: string | undefined,
  otherwise: Otherwise,
): number | Otherwise {
  if (cacheControl === undefined) return otherwise;
  if (/\bno-(store|cache)\b/i.test(cacheControl)) return 0;
  const age = /\bmax-age=(\d+)/i.exec(cacheControl)?.[1];
  return age === undefined ? otherwise : Math.min(MOST, Number(age));
}
