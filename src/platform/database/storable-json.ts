const MAY_BE_UNSTORABLE = /\\u(?:0000|d[89a-f])/;
/** A backslash that is itself escaped begins no escape. */
const UNSTORABLE = /\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g;

/**
 * A value as JSON that the database takes: NUL characters and halves of characters, which JSON can say and it cannot hold,
 * become the sign for what is no character. All JSON that statements write is made here, or by `JsonColumn`.
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
