/** Marks that readers leave out when they type: accents, Hebrew points, Arabic vowel signs. Not those of Indic scripts, which are letters. */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]/g;

/** Letters that stand alone in Unicode but that a keyboard without them writes otherwise. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h', ς: 'σ' },
  ...{ ى: 'ي', '\u2019': "'", '\u2010': '-', '\u2011': '-' },
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

// oxlint-disable-next-line no-control-regex -- plain ASCII is the common case and needs none of the rest
const ASCII = /^[\0-\x7f]*$/;

/** Text as it is compared: lower case, one form of each character, no diacritics. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  // The breve of Cyrillic й tells it from и, which is another letter.
  return lower
    .normalize('NFC')
    .replaceAll('й', '\u0001')
    .normalize('NFKD')
    .replace(MARKS, '')
    .replaceAll('\u0001', 'й')
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] as string)
    .normalize('NFC');
}

export interface FoldedText {
  text: string;
  folded: string;
  /** Place in the original of a place in the folded text. */
  origin(at: number): number;
}

/** Folds a text and remembers where each part came from, so that what is found can be shown as it was written. */
export function foldWithOrigin(text: string): FoldedText {
  const folded = fold(text);
  if (folded.length === text.length) return { text, folded, origin: (at) => at };
  const places: number[] = [];
  let pieces = '';
  for (let at = 0; at < text.length;) {
    const end = nextBoundary(text, at);
    const piece = fold(text.slice(at, end));
    for (let i = 0; i < piece.length; i++) places.push(at);
    pieces += piece;
    at = end;
  }
  return { text, folded: pieces, origin: (at) => places[at] ?? text.length };
}

/** A character with the marks that follow it. */
function nextBoundary(text: string, at: number): number {
  let end = at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);
  while (end < text.length && /\p{M}/u.test(text[end] as string)) end++;
  return end;
}
