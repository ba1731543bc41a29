/** Cleans a text for every part of the system: one kind of line ending, no NUL, no lone surrogates. */
export function cleanText(text: string): string {
  let clean = text;
  if (clean.includes('\r')) clean = clean.replace(/\r\n?/g, '\n');
  if (clean.includes('\0')) clean = clean.replaceAll('\0', '');
  return /\p{Surrogate}/u.test(clean) ? clean.replace(/\p{Surrogate}/gu, '\uFFFD') : clean;
}

/** Cleans every string and member name in a JSON value; members that are undefined are left out. */
export function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map((one) => cleanValue(one ?? null));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.map(([name, one]) => [cleanText(name), cleanValue(one)]));
}

/** The text of a primitive value; empty for objects, lists, null and undefined. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
