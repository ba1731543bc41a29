import { gemoji, nameToEmoji } from 'gemoji';
import { charactersOfCode, emojiCode } from './emoji-code.js';

const byCharacters = new Map(gemoji.map((item) => [bare(item.emoji), item]));
const nameByCode = new Map(
  gemoji.flatMap(({ emoji, names: [name] }) => (name ? [[emojiCode(emoji), name]] : [])),
);

/** The code of a `:name:`; undefined for unknown names. */
export function emojiCodeByName(name: string): string | undefined {
  const emoji = emojiByName(name);
  return emoji === undefined ? undefined : emojiCode(emoji);
}

/** The name for `:name:` of a code; undefined for unknown codes. */
export function emojiNameByCode(code: string): string | undefined {
  return nameByCode.get(code);
}

/**
 * The characters of an emoji given as code points (`1f600`, `1f468-200d-1f4bb`), as a name (`rocket`) or as characters;
 * null for any other text.
 */
export function emojiCharacters(code: string): string | null {
  const trimmed = code.trim();
  const characters = /^[0-9a-f]{2,6}([-_ ][0-9a-f]{2,6})*$/i.test(trimmed)
    ? charactersOfCode(trimmed.replace(/[_ ]/g, '-'))
    : undefined;
  if (characters !== undefined) return withPresentation(characters);
  const named = emojiByName(trimmed.replace(/^:|:$/g, '').toLowerCase());
  if (named) return named;
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(trimmed) && trimmed.length <= 40
    ? trimmed
    : null;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** True for a text that {@link emojiCharacters} reads as one emoji: a picture, a flag or a keycap, in any of the three notations. */
export function isOneEmoji(text: string): boolean {
  const characters = emojiCharacters(text);
  if (characters === null || [...GRAPHEMES.segment(characters)].length !== 1) return false;
  return /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3)/u.test(characters);
}

/** Spoken name of an emoji; the characters themselves if it has no name. */
export function emojiLabel(characters: string): string {
  return byCharacters.get(bare(characters))?.description ?? characters;
}

/** Codes often leave out the selector for the colour form; the list knows which emoji need it. */
function withPresentation(characters: string): string {
  return byCharacters.get(bare(characters))?.emoji ?? characters;
}

function emojiByName(name: string): string | undefined {
  return Object.hasOwn(nameToEmoji, name) ? nameToEmoji[name] : undefined;
}

function bare(characters: string): string {
  return characters.replaceAll('\ufe0f', '');
}
