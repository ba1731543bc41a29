import type { Place } from './places.js';

/** A text as its author wrote it, by lines that keep their ends. */
export class SourceText {
  /** The lines with their ends. The writer empties those that go, and puts others in their place. */
  readonly raw: string[];
  /** The lines as the parser sees them, without their ends. */
  readonly lines: string[];
  /** The end of most lines. */
  readonly eol: string;
  readonly mark: string;
  /** False for a text whose last line has no end. */
  readonly isEnded: boolean;

  constructor(text: string) {
    this.mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    const body = text.slice(this.mark.length);
    this.raw = body === '' ? [] : (body.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []);
    this.eol = mostFrequent(this.raw);
    const last = this.raw.at(-1);
    this.isEnded = last === undefined || /[\r\n]$/.test(last);
    if (!this.isEnded) this.raw[this.raw.length - 1] = last + this.eol;
    this.lines = this.raw.map((line) => line.replace(/[\r\n]+$/, '').replaceAll('\0', ''));
  }

  /** A line by its number, which counts from 1. */
  line(number: number): string {
    return this.lines[number - 1] ?? '';
  }

  /** The lines from the first to the last, as they are written. */
  slice(first: number, last: number): string[] {
    return first > last ? [] : this.raw.slice(first - 1, last);
  }

  /** The text of a place, and what stands after it on its last line. */
  textAt({ from, to }: Place): { text: string; after: string } {
    const lines = this.slice(from.line, to.line);
    lines[0] = lines[0]!.slice(from.column - 1);
    const text = lines.join('');
    const last = this.raw[to.line - 1]!;
    const after = last.slice(Number.isFinite(to.column) ? to.column - 1 : last.trimEnd().length);
    return { text: text.slice(0, text.length - after.length), after };
  }

  isBlank(number: number): boolean {
    return /^[ \t>]*$/.test(this.line(number));
  }

  /** Lines in the form of this text, from Markdown with a prefix for its first and its other lines. */
  write(markdown: string, first: string, rest = first): string[] {
    return markdown.split('\n').map((line, at) => {
      const prefix = at === 0 ? first : rest;
      return (line === '' ? prefix.trimEnd() : prefix + line) + this.eol;
    });
  }

  /** The whole text of some lines, with the mark and the end that this text has. */
  join(lines: readonly string[]): string {
    const text = lines.join('');
    return this.mark + (this.isEnded ? text : text.replace(/(?:\r\n|\r|\n)$/, ''));
  }
}

function mostFrequent(lines: readonly string[]): string {
  const counts = new Map([
    ['\n', 0],
    ['\r\n', 0],
    ['\r', 0],
  ]);
  for (const line of lines) {
    const end = /(?:\r\n|\r|\n)$/.exec(line)?.[0];
    if (end !== undefined) counts.set(end, counts.get(end)! + 1);
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** The prefix of the lines after one with this prefix: quotations go on, bullets become blanks. */
export function restOf(prefix: string): string {
  return prefix.replace(/[^\t>]/g, ' ');
}
