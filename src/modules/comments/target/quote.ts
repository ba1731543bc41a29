/** Words of a text with some of those around them, as a `TextQuoteSelector` of the W3C has them. */
export interface Quote {
  exact: string;
  /** The end of the text before the words. */
  prefix?: string;
  /** The beginning of the text after them. */
  suffix?: string;
}

/** Positions in a text: of its first character, and after its last. */
export interface TextRange {
  start: number;
  end: number;
}

/** Places that are compared: each of a text of one letter would take as many steps as the square of its length. */
const MOST_PLACES = 1000;

/** A text in which quotes are found, whatever their spaces and line breaks. */
export class QuotableText {
  /** The text with one space for each run of white space. */
  private readonly words: string;
  /** The position in the text of each character of `words`, and of the end. */
  private readonly places: Uint32Array;

  constructor(text: string) {
    const places = new Uint32Array(text.length + 1);
    const parts: string[] = [];
    let count = 0;
    for (const { 0: part, index } of text.matchAll(/\s+|\S+/g)) {
      const isSpace = /^\s/.test(part);
      parts.push(isSpace ? ' ' : part);
      const length = isSpace ? 1 : part.length;
      for (let at = 0; at < length; at++) places[count++] = index + at;
    }
    places[count] = text.length;
    this.words = parts.join('');
    this.places = places;
  }

  /** The range of the words in the text; null when it does not hold them. */
  find({ exact, prefix = '', suffix = '' }: Quote): TextRange | null {
    const wanted = inOneLine(exact).trim();
    if (wanted === '') return null;
    const [before, after] = [inOneLine(prefix), inOneLine(suffix)];
    let best = { at: -1, score: -1 };
    let at = this.words.indexOf(wanted);
    for (let left = MOST_PLACES; at >= 0 && left > 0; left--) {
      const score = this.endsAlike(at, before) + this.beginsAlike(at + wanted.length, after);
      if (score > best.score) best = { at, score };
      at = this.words.indexOf(wanted, at + 1);
    }
    if (best.at < 0) return null;
    const last = best.at + wanted.length - 1;
    return { start: this.places[best.at]!, end: this.places[last]! + 1 };
  }

  /** True if the words are at one place only. */
  holdsOnce({ exact }: Pick<Quote, 'exact'>): boolean {
    const wanted = inOneLine(exact).trim();
    const first = this.words.indexOf(wanted);
    return wanted !== '' && first >= 0 && this.words.indexOf(wanted, first + 1) < 0;
  }

  /** Number of characters before a place that are those at the end of a prefix. */
  private endsAlike(at: number, prefix: string): number {
    let count = 0;
    while (count < prefix.length && count < at && this.words[at - 1 - count] === prefix.at(-1 - count))
      count++;
    return count;
  }

  private beginsAlike(at: number, suffix: string): number {
    let count = 0;
    while (count < suffix.length && this.words[at + count] === suffix[count]) count++;
    return count;
  }
}

/**
 * The range of quoted words in a text: of several places the one whose neighbours are most like those of the quote. White
 * space counts as one space. Null when the text does not hold the words any more.
 */
export function findQuote(text: string, quote: Quote): TextRange | null {
  return new QuotableText(text).find(quote);
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
