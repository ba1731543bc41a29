import { gemoji, nameToEmoji } from 'gemoji';
import { emojiCode } from '#platform/typography/emoji-code.js';

const codeToName = new Map<string, string>();
for (const entry of gemoji) {
  const name = entry.names[0];
  if (name !== undefined) codeToName.set(emojiCode(entry.emoji), name);
}

/** The code of a `:name:`; undefined for unknown names. */
export function emojiCodeByName(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? emojiCode(nameToEmoji[name] as string) : undefined;
}

export function emojiNameByCode(code: string): string | undefined {
  return codeToName.get(code);
}
