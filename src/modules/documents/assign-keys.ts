import { blockDigest } from './block-digest.js';
import { changeNodes, walkNodes } from './walk-nodes.js';
import type { DocumentBlock, DocumentNode, JSONDocument } from './document.types.js';

/** Makes keys for blocks without one, derived from the content and from the position among equal blocks. */
export class KeyMaker {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** Keys of all blocks of the document, including blocks that come later. */
  constructor(private readonly reserved: ReadonlySet<string>) {}

  /** True for the first block that asks for the key. */
  claim(key: string): boolean {
    if (this.taken.has(key)) return false;
    this.taken.add(key);
    return true;
  }

  make(block: DocumentBlock): string {
    const base = blockDigest(block).slice(0, 12);
    for (;;) {
      const count = this.counts.get(base) ?? 0;
      this.counts.set(base, count + 1);
      const key = count === 0 ? base : `${base}.${count}`;
      if (!this.reserved.has(key) && this.claim(key)) return key;
    }
  }
}

/**
 * Gives every block a key that follows from its content and its position among equal ones. Blocks that have a key
 * keep it, unless an earlier block has it too.
 */
export function assignKeys(document: JSONDocument): JSONDocument {
  const reserved = new Set<string>();
  collectKeys(document.nodes, reserved);
  const keys = new KeyMaker(reserved);
  const nodes = withKeys(document.nodes, (block) => {
    return block.key !== undefined && keys.claim(block.key) ? block.key : keys.make(block);
  });
  return { ...document, nodes };
}

/** Collects the keys of all blocks below some nodes. */
export function collectKeys(nodes: readonly DocumentNode[], into: Set<string>): void {
  for (const node of walkNodes(nodes))
    if (node.object === 'block' && node.key !== undefined) into.add(node.key);
}

/** Copies nodes and asks for the key of each block, from the top down. */
export function withKeys<Node extends DocumentNode>(
  nodes: Node[],
  keyOf: (block: DocumentBlock) => string,
): Node[] {
  return changeNodes(nodes, (node) => (node.object === 'block' ? { ...node, key: keyOf(node) } : node));
}
