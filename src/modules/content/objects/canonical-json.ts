import { createHash } from 'node:crypto';

/**
 * JSON text that is equal for equal values: members sorted by name, `undefined` members left out, no spaces.
 * Two values with the same canonical text are the same content everywhere in the store.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  const record = value as Record<string, unknown>;
  const members: string[] = [];
  for (const name of Object.keys(record).sort()) {
    const member = record[name];
    if (member !== undefined && typeof member !== 'function') {
      members.push(`${JSON.stringify(name)}:${canonicalJson(member)}`);
    }
  }
  return `{${members.join(',')}}`;
}

/** Whether two values have the same canonical text. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

/** Lower hex SHA-256 of a text. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Short stable name for a value, for places where a whole hash would only be noise. */
export function digest(value: unknown, length = 24): string {
  return sha256(canonicalJson(value)).slice(0, length);
}
