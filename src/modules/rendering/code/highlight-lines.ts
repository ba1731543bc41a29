/** A run of characters of one kind; no class means plain. */
export interface HighlightToken {
  text: string;
  className?: string;
}

export type HighlightLine = HighlightToken[];

/** Separators of the encoded form; no real code contains them. */
// oxlint-disable-next-line no-control-regex -- the separators are control characters
const SEPARATORS = /[\u0000\u0001]/;

/** True if the code contains no separator of the encoded form. */
export function isEncodable(code: string): boolean {
  return !SEPARATORS.test(code);
}

/** Lines as one string, which takes a fraction of the memory of token objects and is cheap to hand to a thread. */
export function encodeLines(lines: HighlightLine[]): string {
  return lines
    .map((line) => line.map(({ text, className }) => `${className ?? ''}\u0000${text}`).join('\u0001'))
    .join('\n');
}

/** The inverse of `encodeLines`. */
export function decodeLines(lines: string): HighlightLine[] {
  return lines.split('\n').map((line) =>
    line === ''
      ? []
      : line.split('\u0001').map((token) => {
          const at = token.indexOf('\u0000');
          return { text: token.slice(at + 1), className: token.slice(0, at) || undefined };
        }),
  );
}

/** Lines without colours. */
export function plainLines(code: string): HighlightLine[] {
  return code.split('\n').map((text) => (text === '' ? [] : [{ text }]));
}
