/**
 * Typst code that is well formed by construction: everything a writer wrote gets into it as a quoted string, so no text
 * can become markup, a call or an import.
 */
export class Code {
  constructor(readonly source: string) {}
}

/** Pieces that follow each other; what most functions here answer. */
export type Content = Code[];

type Value = Code | string | number | boolean | null | readonly Value[];

/** `text` as a string of Typst. */
export function quoted(text: string): Code {
  return new Code(quote(text));
}

/** A call of a function of the template. Strings become quoted text, `null` is `none`, lists become arrays. */
export function call(
  name: string,
  positional: readonly Value[],
  named: Record<string, Value | undefined> = {},
): Code {
  return callOf(`b.${name}`, positional, named);
}

/** A call of a function of Typst itself. */
export function callOf(
  name: string,
  positional: readonly Value[],
  named: Record<string, Value | undefined> = {},
): Code {
  const values = positional.map(write);
  for (const [key, value] of Object.entries(named)) {
    if (value !== undefined) values.push(`${key}: ${write(value)}`);
  }
  return new Code(`${name}(${values.join(', ')})`);
}

/** Pieces joined into one value. */
export function body(content: Content): Code {
  const [only] = content;
  if (content.length === 1 && only) return only;
  return new Code(content.length === 0 ? '[]' : `{${content.map(({ source }) => source).join(';')}}`);
}

/** A length in points. */
export function points(amount: number): Code {
  return new Code(`${decimal(amount)}pt`);
}

/** A share of the room that is left. */
export function fraction(amount: number): Code {
  return new Code(`${decimal(amount)}fr`);
}

/** Text with a line break for each of its line ends. */
export function lines(text: string, longest = MAX_WORD_LENGTH): Content {
  return text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [new Code('linebreak()')] : []), ...words(line, longest)]);
}

/** A line of text; signs that ask for their colour form get it, whatever other font has them. */
function words(line: string, longest: number): Content {
  return breakable(line, longest)
    .split(COLOURED)
    .flatMap((part, index) =>
      part === '' ? [] : [index % 2 === 1 ? call('pictograph', [part]) : quoted(part)],
    );
}

const COLOURED =
  /((?:[#*0-9]\ufe0f?\u20e3|\p{Extended_Pictographic}\ufe0f)(?:\u200d\p{Extended_Pictographic}\ufe0f?)*)/u;

/** Signs of a word that fit on any line of a page. */
export const MAX_WORD_LENGTH = 24;

/** Words of more than `longest` signs, such as addresses, may break after the signs inside them. */
export function breakable(text: string, longest = MAX_WORD_LENGTH): string {
  return text.replace(LONG_PART, (part) => {
    if (part.length <= longest) return part;
    const places = new RegExp(`[/_.\\-=&?,;:)\\]}](?=\\P{M})|(?:\\P{M}\\p{M}*){${longest}}(?=\\P{M})`, 'gu');
    return part.replace(places, '$&\u200b');
  });
}

/**
 * Parts in which lines are not broken automatically, as they are between Chinese, Japanese, Korean and Thai words and
 * emoji.
 */
const LONG_PART =
  /(?:(?![\p{Extended_Pictographic}\p{RI}\p{EMod}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}\p{P}\p{S}])+/gu;

function write(value: Value): string {
  if (value instanceof Code) return value.source;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return decimal(value);
  if (value === null) return 'none';
  if (typeof value === 'boolean') return String(value);
  return `(${value.map((item) => `${write(item)},`).join('')})`;
}

function quote(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\t', '    ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(MANY_MARKS, '$1')
    .replace(MANY_JOINED, '$&\u200b')
    // oxlint-disable-next-line no-control-regex -- lines of text contain neither line breaks nor control characters
    .replace(/[\u0000-\u001f\u007f]/g, ' ');
  return `"${escaped}"`;
}

/** Thousands of signs that are drawn as one end the typesetter. */
const MANY_MARKS = /(\p{M}{16})\p{M}+/gu;
const MANY_JOINED = /(?:[^\u200d]{1,3}\u200d){16}/gu;

function decimal(amount: number): string {
  return Number.isFinite(amount) ? String(Math.round(amount * 1000) / 1000) : '0';
}
