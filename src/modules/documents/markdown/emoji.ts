import { gemoji, nameToEmoji } from 'gemoji';

const codeToName = new Map<string, string>();
for (const entry of gemoji) {
  const name = entry.names[0];
  if (name !== undefined) codeToName.set(emojiCode(entry.emoji), name);
}

/** `1f44d` or `2764-fe0f`: the code points of an emoji in hexadecimal. */
export function emojiCode(emoji: string): string {
  return Array.from(emoji, (char) => (char.codePointAt(0) as number).toString(16)).join('-');
}

/** The code of a `:name:`; undefined for names nobody defined. */
export function emojiCodeByName(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? emojiCode(nameToEmoji[name] as string) : undefined;
}

export function emojiNameByCode(code: string): string | undefined {
  return codeToName.get(code);
}

/** The characters of a code; empty when it is not one. */
export function emojiCharacters(code: string): string {
  if (!/^[0-9a-f]{1,6}(?:-[0-9a-f]{1,6})*$/i.test(code)) return '';
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? String.fromCodePoint(...points)
    : '';
}
