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

/** Text between lines as it came, a line break for each of its own. */
export function lines(text: string): Content {
  return text
    .split('\n')
    .flatMap((line, index) => [...(index > 0 ? [new Code('linebreak()')] : []), ...words(line)]);
}

/** A line of text; signs that ask for their colour form get it, whatever other font has them. */
function words(line: string): Content {
  return breakable(line)
    .split(COLOURED)
    .flatMap((part, index) =>
      part === '' ? [] : [index % 2 === 1 ? call('pictograph', [part]) : quoted(part)],
    );
}

const COLOURED =
  /((?:[#*0-9]\ufe0f?\u20e3|\p{Extended_Pictographic}\ufe0f)(?:\u200d\p{Extended_Pictographic}\ufe0f?)*)/u;

/** Words too long for any line, such as addresses, may break after the signs inside them. */
export function breakable(text: string): string {
  return text.replace(LONG_WORD, (word) =>
    word.replace(/([/_.\-=&?,;:)\]}])(?=[^\s])|([^\s]{24})(?=[^\s])/g, '$&\u200b'),
  );
}

const LONG_WORD = /[\x21-\x7e]{25,}/g;

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
    .replace(LONE_SURROGATE, '\ufffd')
    // oxlint-disable-next-line no-control-regex -- a line or control character is no part of a line of text
    .replace(/[\u0000-\u001f\u007f]/g, ' ');
  return `"${escaped}"`;
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

function decimal(amount: number): string {
  return Number.isFinite(amount) ? String(Math.round(amount * 1000) / 1000) : '0';
}
