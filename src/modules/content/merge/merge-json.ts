import { sameJson } from '#platform/canonical-json.js';

/**
 * Merges three values: the side that changed the value wins. Undefined stands for an absent value. Null is a
 * conflict.
 */
export function mergeJson(base: unknown, main: unknown, mine: unknown): { value: unknown } | null {
  if (sameValue(main, mine) || sameValue(base, mine)) return { value: main };
  if (sameValue(base, main)) return { value: mine };
  if (!isRecord(main) || !isRecord(mine) || !(base === undefined || isRecord(base))) return null;
  const value: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(main), ...Object.keys(mine)])) {
    const merged = mergeJson(base?.[name], main[name], mine[name]);
    if (!merged) return null;
    if (merged.value !== undefined) value[name] = merged.value;
  }
  return { value };
}

/** Equality that distinguishes an absent value from null. */
export function sameValue(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

/**
 * Objects are merged member by member, except references and document nodes, whose members only have a meaning
 * together.
 */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !('kind' in value) && !('object' in value);
}
