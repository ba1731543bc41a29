import { fold } from './fold.js';

/** Scripts that are written without spaces between words, or with endings glued on: cut into pairs of characters. */
const GRAM_SCRIPTS =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30fc\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const RUNS = new RegExp(
  `(?<gram>[${GRAM_SCRIPTS}]+)|(?<word>(?:(?![${GRAM_SCRIPTS}])[\\p{L}\\p{M}\\p{N}])+)`,
  'gu',
);
const ASCII_WORDS = /[a-z0-9]+/gi;
// oxlint-disable-next-line no-control-regex -- the common case, and much faster
const ASCII = /^[\0-\x7f]*$/;
/** Names of programming languages whose sign is part of the name. */
const SIGNED = /^[([]*(?<name>[a-z](?:\+\+|#))[.,;:!?)\]]*$/i;
const SIGNS_BEFORE = /^[^\p{L}\p{M}\p{N}]+/u;
const SIGNS_AFTER = /[^\p{L}\p{M}\p{N}]+$/u;
/** Two or three words that some write as one: `e-mail`, `sign-in`. */
const HYPHENATED = /^\p{L}[\p{L}\p{M}]*(?:[-\u2010\u2011]\p{L}[\p{L}\p{M}]*){1,2}$/u;
const HYPHENS = /[-\u2010\u2011]/g;
const HUMPS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;

/** Longer words are cut; nobody types more, and the index has its limits. */
export const MAX_WORD = 64;
const MAX_PARTS = 12;
/** With the signs around it. No name is longer, and looking for the signs takes the square of the length. */
const MAX_NAME = 4 * MAX_WORD;

/** A word as it stands in a text, or in a query. */
export interface Word {
  kind: 'word';
  /** Folded. */
  text: string;
  /** In lower case with its diacritics: what stemmers know. */
  plain: string;
}

/** A run of characters of a script without spaces. */
export interface Run {
  kind: 'run';
  /** Folded. */
  text: string;
  /** Pairs of characters; a single character is alone. */
  grams: string[];
  lastCharacter: string;
}

/** A part of a text between two spaces. */
export interface Chunk {
  parts: (Word | Run)[];
  /** The folded chunk with the punctuation inside it, when there is any: `settings.json`, `foo_bar`. */
  whole?: string;
  /** Words with hyphens between them as one word. */
  joined?: Word;
  /** Pieces of a name in camel case. */
  humps: string[];
}

/** Cuts a text into chunks, words and pairs of characters; indexing and searching must do it alike. */
export function* chunksOf(text: string): Generator<Chunk> {
  for (const [raw] of text.matchAll(/\S+/g)) {
    const chunk = chunkOf(raw);
    if (chunk) yield chunk;
  }
}

function chunkOf(raw: string): Chunk | undefined {
  const signed = SIGNED.exec(raw)?.groups?.['name'];
  if (signed !== undefined) return { parts: [wordOf(signed)], humps: [] };
  const parts = partsOf(raw);
  if (parts.length === 0) return undefined;
  const humps = humpsOf(raw);
  if (parts.length === 1) return { parts, humps };
  const isShort = parts.length <= MAX_PARTS && raw.length <= MAX_NAME;
  const isName = isShort && parts.every((part) => part.kind === 'word');
  const name = isName ? raw.replace(SIGNS_BEFORE, '').replace(SIGNS_AFTER, '') : '';
  const whole = fold(name);
  return {
    ...{ parts, humps },
    ...(whole !== '' && whole.length <= MAX_WORD ? { whole } : {}),
    ...(HYPHENATED.test(name) ? { joined: wordOf(name.replace(HYPHENS, '')) } : {}),
  };
}

function partsOf(raw: string): (Word | Run)[] {
  if (ASCII.test(raw)) return (raw.match(ASCII_WORDS) ?? []).map(wordOf);
  const parts = [...raw.normalize('NFKC').matchAll(RUNS)].map((match) =>
    match.groups?.['gram'] !== undefined ? runOf(match[0]) : wordOf(match[0]),
  );
  // Marks that stand on no letter fold to nothing, which the database takes for no lexeme.
  return parts.filter(({ text }) => text !== '');
}

function wordOf(raw: string): Word {
  const plain = raw.toLowerCase();
  return { kind: 'word', text: cut(fold(raw)), plain: cut(plain) };
}

function runOf(raw: string): Run {
  const text = fold(raw);
  const characters = Array.from(text);
  const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`);
  const lastCharacter = characters.at(-1) ?? '';
  return { kind: 'run', text, grams: pairs.length > 0 ? pairs : characters, lastCharacter };
}

/** Pieces of `camelCase`; none for ordinary words. */
function humpsOf(raw: string): string[] {
  if (!/[a-z][A-Z]/.test(raw)) return [];
  const humps = raw.match(HUMPS) ?? [];
  return humps.length < 2 || humps.length > MAX_PARTS ? [] : humps.map((hump) => hump.toLowerCase());
}

function cut(word: string): string {
  if (word.length <= MAX_WORD) return word;
  // Not through the middle of a character of two units.
  return word.slice(0, MAX_WORD).replace(/[\ud800-\udbff]$/, '');
}
