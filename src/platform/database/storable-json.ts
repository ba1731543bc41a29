/**
 * A value as JSON that the database takes: NUL characters and halves of characters, which JSON can say and it cannot hold,
 * become the sign for what is no character.
 */
export function storableJson(value: unknown): string {
  // A backslash that is itself escaped begins no escape.
  return JSON.stringify(value).replace(/\\(?:\\|u0000|ud[89a-f][0-9a-f]{2})/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );
}
