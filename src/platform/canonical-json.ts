/**
 * JSON text that is equal for equal values: members sorted by name, `undefined` members left out, no spaces.
 * Two values with the same canonical text are the same content everywhere.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return arrayText(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  const record = value as Record<string, unknown>;
  let text = '';
  for (const name of sortedNames(record)) {
    const member = record[name];
    if (member === undefined || typeof member === 'function') continue;
    text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function arrayText(items: readonly unknown[]): string {
  let text = '[';
  for (let i = 0; i < items.length; i++) text += (i === 0 ? '' : ',') + canonicalJson(items[i]);
  return `${text}]`;
}

/** The names of members in order. Values from the store are sorted already, so most calls only check the order. */
function sortedNames(record: object): string[] {
  const names = Object.keys(record);
  for (let i = 1; i < names.length; i++) if (names[i - 1]! > names[i]!) return names.sort();
  return names;
}

/** True if two values have the same canonical text. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}
