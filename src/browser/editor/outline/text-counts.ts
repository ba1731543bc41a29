import type { Node } from 'prosemirror-model';

/** The length of a text. */
export interface TextCounts {
  words: number;
  characters: number;
}

/** Words that people read in a minute. */
const WORDS_A_MINUTE = 230;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Nodes never change, so each block is counted once. */
const counted = new WeakMap<Node, TextCounts>();

/** Words and characters of a text. Languages without spaces have words too. */
export function countText(text: string): TextCounts {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words += 1;
  return { words, characters: Array.from(text.replaceAll('\n', '')).length };
}

/** Words and characters of all text in a document. */
export function countDocument(document: Node): TextCounts {
  const sum = { words: 0, characters: 0 };
  document.descendants((node) => {
    if (!node.isTextblock) return true;
    const { words, characters } = countBlock(node);
    sum.words += words;
    sum.characters += characters;
    return false;
  });
  return sum;
}

function countBlock(block: Node): TextCounts {
  const known = counted.get(block);
  if (known) return known;
  const counts = countText(block.textBetween(0, block.content.size, '\n', ' '));
  counted.set(block, counts);
  return counts;
}

/** Minutes that reading takes, at least one. */
export function readingMinutes({ words }: TextCounts): number {
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
