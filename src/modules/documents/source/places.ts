import type { Nodes, Root } from 'mdast';
import type { Point } from 'unist';
import type { DocumentBlock } from '../document.types.js';

/**
 * The part of a text that a block was read from. Lines and columns count from 1; the end is exclusive, and infinite for
 * the whole line.
 */
export interface Place {
  from: Pick<Point, 'line' | 'column'>;
  to: Pick<Point, 'line' | 'column'>;
  /** Lines between the first and the last tag of a container, when these stand on lines of their own. */
  body?: { from: number; to: number };
}

/** The key is a symbol: the place is copied with its block, and the content does not have it. */
const PLACE = Symbol('place');

type PlacedBlock = DocumentBlock & { [PLACE]?: Place };

/** The place of a block that was read with places; undefined for a block that was made of no text. */
export function placeOf(block: DocumentBlock): Place | undefined {
  return (block as PlacedBlock)[PLACE];
}

/** Notes the place of some blocks that were read from the same piece of text. */
export function withPlace(blocks: DocumentBlock[], place: Place | undefined): DocumentBlock[] {
  return place ? blocks.map((block) => ({ ...block, [PLACE]: place })) : blocks;
}

/** The member to spread into a copy of a block that is made member by member. */
export function placeMember(block: DocumentBlock): object {
  const place = placeOf(block);
  return place ? { [PLACE]: place } : {};
}

/** The places of the nodes of the whole text. A node of a piece that was parsed again has none. */
export class Places {
  private readonly known = new WeakMap<object, Place>();

  /** @param line number of lines before the text of the tree. */
  collect(root: Root, line: number): void {
    const stack: Nodes[] = [root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      const { position } = node;
      if (position)
        this.known.set(node, {
          from: { line: position.start.line + line, column: position.start.column },
          to: { line: position.end.line + line, column: position.end.column },
        });
      // The inside of a line has no blocks.
      if ('children' in node && !['paragraph', 'heading', 'table'].includes(node.type))
        stack.push(...(node.children as Nodes[]));
    }
  }

  of(node: object): Place | undefined {
    return this.known.get(node);
  }

  /** Ends a list, and what stands at its end, before lines that were moved out of it. */
  cut(list: Nodes, moved: readonly Nodes[]): void {
    const line = Math.min(...moved.map((node) => this.of(node)?.from.line ?? Infinity));
    for (
      let node: Nodes | undefined = list;
      node;
      node = 'children' in node ? node.children.at(-1) : undefined
    ) {
      const place = this.known.get(node);
      if (place && place.to.line >= line && place.from.line < line)
        this.known.set(node, { ...place, to: { line: line - 1, column: 1 } });
    }
  }
}

/** The place of a container from its first to its last tag. */
export function containerPlace(
  first: Place | undefined,
  head: Place | undefined,
  last: Place | undefined,
): Place | undefined {
  if (!first || !last) return undefined;
  const from = Math.max(first.to.line, head?.to.line ?? 0) + 1;
  const to = last.from.line - 1;
  const isApart = from <= to + 1 && last.from.line > first.to.line;
  return { from: first.from, to: last.to, ...(isApart && { body: { from, to } }) };
}
