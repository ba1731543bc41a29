import {
  addMark,
  type DocumentInline,
  type DocumentLeaf,
  type DocumentMark,
  type DocumentNode,
  sameMark,
  tidyInlines,
} from '#modules/documents/index.js';

/** A piece of a line: words, something that stands for itself, or words that carry something. */
export type Piece = string | Atom | Pair;

export interface Atom {
  nodes: DocumentNode[];
}

export interface Pair {
  children: Piece[];
  /** Puts the wrapping of the pieces around others. */
  wrap(inner: DocumentNode[]): DocumentNode[];
}

export const isPair = (piece: Piece): piece is Pair => typeof piece !== 'string' && 'children' in piece;

/** The inline content of a text block as pieces. Runs of neighbours with an equal mark are one piece. */
export function linePieces(nodes: DocumentNode[]): Piece[] {
  return group(nodes.flatMap(itemsOf));
}

/** Inline content of pieces; the opposite of `linePieces`, to be tidied by the caller. */
export function pieceNodes(pieces: readonly Piece[]): DocumentNode[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [plainNode(piece)];
    return isPair(piece) ? piece.wrap(pieceNodes(piece.children)) : piece.nodes;
  });
}

export function plainNode(text: string, marks: DocumentMark[] = []): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text, marks }] };
}

/** True when the pieces contain text to translate. */
export function hasLetters(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) =>
    typeof piece === 'string' ? /\p{L}/u.test(piece) : isPair(piece) && hasLetters(piece.children),
  );
}

/** A leaf or an inline, with the marks that are still to be put around it, outermost first. */
interface Item {
  /** Undefined for what shows no marks: it stays inside the run that it stands in. */
  marks: DocumentMark[] | undefined;
  content: DocumentLeaf | DocumentInline;
  /** Of an inline with words in it, without the marks that they all have. */
  inner?: Item[];
}

function itemsOf(node: DocumentNode): Item[] {
  if (node.object === 'block') return [];
  if (node.object === 'text') {
    return node.leaves.filter((one) => one.text !== '').map((content) => ({ marks: content.marks, content }));
  }
  const inner = (node.nodes ?? []).flatMap(itemsOf);
  const shown = inner.flatMap(({ marks }) => (marks ? [marks] : []));
  const common = shown[0]?.filter((mark) =>
    shown.every((others) => others.some((one) => sameMark(one, mark))),
  );
  const rest = inner.map((one) => ({ ...one, marks: one.marks && without(one.marks, common ?? []) }));
  return [{ marks: common, content: node, ...(node.nodes && { inner: rest }) }];
}

function without(marks: DocumentMark[], others: DocumentMark[]): DocumentMark[] {
  return marks.filter((mark) => !others.some((one) => sameMark(one, mark)));
}

function group(items: readonly Item[]): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < items.length;) {
    const outer = items[at]?.marks?.[0];
    if (!outer) {
      pieces.push(...single(items[at] as Item));
      at += 1;
      continue;
    }
    const run = items.slice(at, runEnd(items, at, outer));
    const inner = run.map((one) => ({ ...one, marks: one.marks && without(one.marks, [outer]) }));
    pieces.push(outer.type === 'code' ? code(inner, outer) : carried(group(inner), marker(outer)));
    at += run.length;
  }
  return joined(pieces);
}

/** End of a mark's run. Nodes that show no marks belong to it only between two that have the mark. */
function runEnd(items: readonly Item[], from: number, mark: DocumentMark): number {
  let end = from + 1;
  for (let at = end; at < items.length; at += 1) {
    const { marks } = items[at] as Item;
    if (!marks) continue;
    if (!marks[0] || !sameMark(marks[0], mark)) break;
    end = at + 1;
  }
  return end;
}

function single({ content, inner }: Item): Piece[] {
  if (content.object === 'leaf') return textPieces(content.text);
  if (!inner) return [{ nodes: [content] }];
  return [carried(group(inner), (nodes) => [{ ...content, nodes: tidyInlines(nodes) }])];
}

/** A piece without words stays as it is: an icon with a link around it, a bold number. */
function carried(children: Piece[], wrap: Pair['wrap']): Piece {
  return hasLetters(children) ? { children, wrap } : { nodes: wrap(pieceNodes(children)) };
}

/** Words in code are not to be translated, whatever else they are. */
function code(items: readonly Item[], mark: DocumentMark): Atom {
  const nodes = items.map(({ content, inner, marks }): DocumentNode => {
    if (content.object === 'leaf') return plainNode(content.text, marks);
    return inner ? { ...content, nodes: tidyInlines(pieceNodes(group(inner))) } : content;
  });
  return { nodes: marker(mark)(nodes) };
}

function marker(mark: DocumentMark): Pair['wrap'] {
  const marked = (nodes: DocumentNode[]): DocumentNode[] =>
    nodes.map((node) => {
      if (node.object === 'text') {
        const leaves = node.leaves.map((one) =>
          one.text === '' ? one : { ...one, marks: addMark(one.marks, mark) },
        );
        return { ...node, leaves };
      }
      return node.nodes ? { ...node, nodes: marked(node.nodes) } : node;
    });
  return marked;
}

/** Parts of a text that are not language: URLs, mail addresses, and names in braces that a program replaces. */
const UNTOUCHED = new RegExp(
  [
    /(?:\bhttps?:\/\/|\bwww\.)[^\s<>"`]*[^\s<>"`.,;:!?)\]}'*]/,
    /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/,
    /\{\{[^{}\n]+\}\}/,
    /[$%]?\{[\w.]+\}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);

function textPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(UNTOUCHED)) {
    pieces.push(text.slice(from, index), { nodes: [plainNode(found)] });
    from = index + found.length;
  }
  return [...pieces, text.slice(from)].filter((piece) => piece !== '');
}

/** Words that only their leaves kept apart are one text, and what stands for itself side by side is one thing. */
function joined(pieces: Piece[]): Piece[] {
  const list: Piece[] = [];
  for (const piece of pieces) {
    const last = list.at(-1);
    if (typeof piece === 'string') {
      if (typeof last === 'string') list[list.length - 1] = last + piece;
      else list.push(piece);
    } else if (last === undefined || typeof last === 'string' || isPair(last) || isPair(piece))
      list.push(piece);
    else list[list.length - 1] = { nodes: [...last.nodes, ...piece.nodes] };
  }
  return list;
}
