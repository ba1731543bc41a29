/** Measures the width of a text. */
export type Measure = (text: string) => number;

/**
 * A text in at most `most` lines that fit the width, cut with an ellipsis if it is longer. Lines are broken between
 * words, in Chinese and Japanese between characters, and inside a word only if it is wider than a line.
 */
export function textLines(
  text: string,
  width: number,
  most: number,
  language: string,
  measure: Measure,
): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, language)) {
    const longer = line + piece;
    if (measure(longer.trim()) <= width) {
      line = longer;
      continue;
    }
    if (line.trim() !== '') lines.push(line.trim());
    line = piece.trimStart();
    while (measure(line.trim()) > width) {
      const fitting = fit(line, width, measure);
      lines.push(fitting);
      line = line.slice(fitting.length);
    }
    if (lines.length >= most) break;
  }
  if (line.trim() !== '') lines.push(line.trim());
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  kept[most - 1] = `${fit(kept[most - 1] ?? '', width - measure('…'), measure).trimEnd()}…`;
  return kept;
}

/** The text split at all places where a line may end: after a blank, and after characters of scripts without blanks. */
function pieces(text: string, language: string): string[] {
  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(
    text.replace(/\s+/g, ' ').trim(),
  );
  const found: string[] = [];
  for (const { segment, isWordLike } of words) {
    const last = found.at(-1);
    const isGlued = last !== undefined && !/\s$/.test(last) && !(isWordLike && isUnspaced(segment));
    // Punctuation stays with the word before it, and words without a blank between them stay together.
    if (isGlued || (last !== undefined && segment === ' ')) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー]/u.test(
    word,
  );
}

/** The longest prefix that fits; at least one character, so that the caller's loop ends. */
function fit(text: string, width: number, measure: Measure): string {
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  let [from, to] = [1, characters.length];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (measure(characters.slice(0, middle).join('')) <= width) from = middle;
    else to = middle - 1;
  }
  return characters.slice(0, from).join('');
}
