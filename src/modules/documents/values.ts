/** True for an object that is not an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Maps a list; returns the same list when nothing changed. */
export function mapList<T>(list: T[], fn: (one: T) => T): T[] {
  let copy: T[] | undefined;
  list.forEach((one, at) => {
    const mapped = fn(one);
    if (mapped === one) return;
    copy ??= [...list];
    copy[at] = mapped;
  });
  return copy ?? list;
}
