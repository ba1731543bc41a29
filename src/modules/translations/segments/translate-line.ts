import { cleanText, type DocumentNode, plainText, tidyInlines } from '#modules/documents/index.js';
import {
  type Atom,
  hasLetters,
  isPair,
  linePieces,
  type Pair,
  type Piece,
  pieceNodes,
  plainNode,
} from './line-pieces.js';
import { escapeText, placeholdersMatch, readSegment, type SegmentNode } from './placeholders.js';

/** The translation of a segment; undefined to leave it as it is. */
export type Lookup = (segment: string) => string | undefined;

/** The inline content of a text block, translated; the same list when nothing changed. */
export function translateLine(nodes: DocumentNode[], lookup: Lookup): DocumentNode[] {
  const translated = translatePieces(linePieces(nodes), lookup);
  return translated ? tidyInlines(translated) : nodes;
}

/** Words without any marks, such as a title, translated. */
export function translatePlain(text: string, lookup: Lookup): string {
  const translated = translatePieces(linePieces([plainNode(text)]), lookup);
  return translated ? plainText(translated) : text;
}

function translatePieces(pieces: Piece[], lookup: Lookup): DocumentNode[] | undefined {
  if (!hasLetters(pieces)) return undefined;
  const solid = pieces.filter((piece) => typeof piece !== 'string' || piece.trim() !== '');
  const [only] = solid;
  // A line that is bold or a link as a whole is the same segment as one that is not.
  if (only && solid.length === 1 && isPair(only)) {
    const inner = translatePieces(only.children, lookup);
    return inner && pieces.flatMap((piece) => (piece === only ? only.wrap(inner) : pieceNodes([piece])));
  }
  const slots: (Atom | Pair)[] = [];
  const text = write(pieces, slots);
  const segment = text.trim();
  const translation = lookup(segment);
  if (translation === undefined || translation === segment || !placeholdersMatch(segment, translation))
    return undefined;
  const words = readSegment(cleanText(translation.trim()));
  if (!words || words.length === 0) return undefined;
  const before = text.slice(0, text.length - text.trimStart().length);
  const after = text.slice(text.trimEnd().length);
  return [plainNode(before), ...fill(words, slots), plainNode(after)];
}

function write(pieces: readonly Piece[], slots: (Atom | Pair)[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return escapeText(piece);
      const id = slots.push(piece);
      return isPair(piece) ? `<${id}>${write(piece.children, slots)}</${id}>` : `<${id}/>`;
    })
    .join('');
}

function fill(nodes: readonly SegmentNode[], slots: readonly (Atom | Pair)[]): DocumentNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [plainNode(node)];
    const piece = slots[node.id - 1];
    if (!piece) return [];
    return isPair(piece) ? piece.wrap(fill(node.children ?? [], slots)) : piece.nodes;
  });
}
