import type { Node } from 'prosemirror-model';

/** The words to find, and how exactly. */
export interface FindQuery {
  search: string;
  isCaseSensitive: boolean;
  isWholeWord: boolean;
}

/** A place of the words in a document. */
export interface Match {
  from: number;
  to: number;
}

/** All places of the words, in the order of the document. A place lies within one block of text. */
export function findMatches(document: Node, query: FindQuery): Match[] {
  if (query.search === '') return [];
  const pattern = patternOf(query);
  const matches: Match[] = [];
  document.descendants((node, at) => {
    if (!node.isTextblock) return true;
    for (const { 0: words, index } of textOf(node).matchAll(pattern))
      matches.push({ from: at + 1 + index, to: at + 1 + index + words.length });
    return false;
  });
  return matches;
}

function patternOf({ search, isCaseSensitive, isWholeWord }: FindQuery): RegExp {
  const words = search.replace(/[\^$\\.*+?()[\]{}|/]/g, '\\$&');
  const source = isWholeWord ? `(?<![\\p{L}\\p{N}_])${words}(?![\\p{L}\\p{N}_])` : words;
  return new RegExp(source, isCaseSensitive ? 'gu' : 'giu');
}

/** The text of a block, with as many characters as the block has positions: other things than text count as no words. */
function textOf(block: Node): string {
  return block.children.map((node) => node.text ?? '\uFFFC'.repeat(node.nodeSize)).join('');
}
