import type { Term } from '../providers/translation-provider.js';
import { readSegment, segmentText } from '../segments/placeholders.js';

/** Scripts that are written without spaces, or, as Hangul is, with endings that grow on to words. */
const NO_SPACES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Terms that stand in a segment, longest first. */
export type TermFinder = (text: string) => Term[];

interface Node {
  next: Map<string, Node>;
  term?: Term;
}

/**
 * A term stands in a text where it begins and ends at the end of a word, whatever its letters' case and what stands between its words.
 * All terms are looked for in one pass. Of two with the same source the first one counts.
 */
export function termFinder(terms: readonly Term[]): TermFinder {
  const root: Node = { next: new Map() };
  for (const term of terms) add(root, term);
  if (root.next.size === 0) return () => [];
  return (text) => {
    const found = findFrom(root, charactersOf(segmentText(readSegment(text) ?? [text])));
    return [...found].sort((a, b) => b.source.length - a.source.length || (a.source < b.source ? -1 : 1));
  };
}

function add(root: Node, term: Term): void {
  let node = root;
  const characters = charactersOf(term.source);
  if (characters.length === 0) return;
  for (const character of characters) {
    let next = node.next.get(character);
    if (!next) node.next.set(character, (next = { next: new Map() }));
    node = next;
  }
  node.term ??= term;
}

function findFrom(root: Node, characters: readonly string[]): Set<Term> {
  const found = new Set<Term>();
  for (let start = 0; start < characters.length; start++) {
    let node = root.next.get(characters[start]!);
    if (!node || !isEdge(characters, start)) continue;
    for (let end = start + 1; node; end++) {
      if (node.term && isEdge(characters, end)) found.add(node.term);
      node = node.next.get(characters[end] ?? '');
    }
  }
  return found;
}

/** True when a word boundary lies before this character. */
function isEdge(characters: readonly string[], at: number): boolean {
  const before = characters[at - 1];
  const after = characters[at];
  return before === undefined || after === undefined || !(isInWord(before) && isInWord(after));
}

const known = new Map<string, boolean>();

function isInWord(character: string): boolean {
  let is = known.get(character);
  if (is === undefined) known.set(character, (is = WORD.test(character) && !NO_SPACES.test(character)));
  return is;
}

function charactersOf(text: string): string[] {
  return Array.from(text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim());
}
