import type { DocumentBlock } from '#modules/documents/index.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { sha256 } from '../objects/digest.js';

/** One list of blocks, each under a name that is the same for the same block in base, main and mine. */
export interface NamedBlocks {
  names: string[];
  byName: Map<string, DocumentBlock>;
}

/** Names the blocks of the base by their place. */
export function nameBase(base: readonly DocumentBlock[]): NamedBlocks {
  const names = base.map((_, i) => `b${i}`);
  return { names, byName: new Map(base.map((block, i) => [`b${i}`, block])) };
}

/**
 * Finds the blocks of the base in a side: by key, then by equal content, then, for blocks without a key, by type and
 * order between two blocks that were found. What is left is new and named by its key, or by its content and the block
 * before it, so that the same addition on both sides is one.
 */
export function nameSide(base: readonly DocumentBlock[], side: readonly DocumentBlock[]): NamedBlocks {
  const match = new BlockMatch(base, side);
  match.byProperty((block) => block.key);
  match.byProperty(contentOf);
  match.byOrder();
  const byName = new Map<string, DocumentBlock>();
  const copies = new Map<string, number>();
  let before = '';
  const names = side.map((block, i) => {
    const found = match.baseOf[i] as number;
    const first = found >= 0 ? `b${found}` : block.key ? `k${block.key}` : `c${contentOf(block)}@${before}`;
    let name = first;
    for (let copy = copies.get(first) ?? 1; byName.has(name); copy += 1) {
      name = `${first}'${copy}`;
      copies.set(first, copy + 1);
    }
    byName.set(name, block);
    if (found >= 0) before = name;
    return name;
  });
  return { names, byName };
}

class BlockMatch {
  /** Index in the base of each block of the side, -1 when it has none. */
  readonly baseOf: number[];
  private readonly taken = new Set<number>();

  constructor(
    private readonly base: readonly DocumentBlock[],
    private readonly side: readonly DocumentBlock[],
  ) {
    this.baseOf = side.map(() => -1);
  }

  byProperty(propertyOf: (block: DocumentBlock) => string | undefined): void {
    // The last place first, so that taking from the end gives them in their order.
    const places = new Map<string, number[]>();
    for (let i = this.base.length - 1; i >= 0; i -= 1) {
      const property = this.taken.has(i) ? undefined : propertyOf(this.base[i] as DocumentBlock);
      if (property === undefined) continue;
      const same = places.get(property);
      if (same) same.push(i);
      else places.set(property, [i]);
    }
    this.side.forEach((block, i) => {
      if ((this.baseOf[i] as number) >= 0) return;
      const property = propertyOf(block);
      const place = property === undefined ? undefined : places.get(property)?.pop();
      if (place !== undefined) this.pair(i, place);
    });
  }

  byOrder(): void {
    let next = 0;
    this.side.forEach((block, i) => {
      const found = this.baseOf[i] as number;
      if (found >= 0) next = found + 1;
      const candidate = this.base[next];
      if (found >= 0 || !candidate || this.taken.has(next)) return;
      if (candidate.type !== block.type || candidate.key !== undefined || block.key !== undefined) return;
      this.pair(i, next++);
    });
  }

  private pair(sideIndex: number, baseIndex: number): void {
    this.baseOf[sideIndex] = baseIndex;
    this.taken.add(baseIndex);
  }
}

const contents = new WeakMap<object, string>();

/** Hash of the content of a node: everything except the keys. Blocks inside it are represented by their own hashes. */
export function contentOf(node: object): string {
  let content = contents.get(node);
  if (content === undefined) contents.set(node, (content = sha256(canonicalJson(withoutKeys(node, node)))));
  return content;
}

/** True if two nodes have the same content. */
export function sameContent(a: object, b: object): boolean {
  return a === b || contentOf(a) === contentOf(b);
}

function withoutKeys(value: unknown, outer: object): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutKeys(one, outer));
  if (typeof value !== 'object' || value === null) return value;
  const isNode = 'object' in value;
  // No name in a document has the character, so that nothing a document says is taken for a hash.
  if (isNode && value !== outer && value.object === 'block') return { '\0block': contentOf(value) };
  const members = Object.entries(value).filter(([name]) => !(isNode && (name === 'key' || name === 'meta')));
  return Object.fromEntries(members.map(([name, member]) => [name, withoutKeys(member, outer)]));
}
