/** `1f44d` or `2764-fe0f`: the code points of an emoji in hexadecimal. */
export function emojiCode(emoji: string): string {
  return Array.from(emoji, (char) => (char.codePointAt(0) as number).toString(16)).join('-');
}

/** The characters of such a code; undefined for code points that no character has. */
export function charactersOfCode(code: string): string | undefined {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return undefined;
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? String.fromCodePoint(...points)
    : undefined;
}
