const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/;
/** A backslash that is itself escaped begins no escape. */
const UNSTORABLE = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g;

/**
 * A value as JSON that PostgreSQL accepts: NUL characters and lone surrogates, valid in JSON, become replacement
 * characters. All JSON in statements is written by this function or by `JsonColumn`.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSTORABLE, (escape) => (escape === '\\\\' ? escape : '\\ufffd'));
}

/** The same value, or where it holds what the database does not take a copy without. */
export function storable(value: unknown): unknown {
  // Undefined is for the ORM to deal with.
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && MAY_BE_UNSTORABLE.test(text)
    ? (JSON.parse(storableJson(value)) as unknown)
    : value;
}
