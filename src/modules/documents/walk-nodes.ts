import type { DocumentBlock, DocumentNode } from './document.types.js';
import { mapList } from './values.js';

/**
 * All nodes in the order of the document: each before its children, and these before its fragments. The walk has its own
 * stack, so depth cannot exhaust the call stack, and it passes over malformed lists.
 */
export function* walkNodes(nodes: readonly DocumentNode[]): Generator<DocumentNode> {
  const pending: DocumentNode[] = [];
  const add = (list: unknown): void => {
    if (!Array.isArray(list)) return;
    for (let at = list.length - 1; at >= 0; at -= 1) pending.push(list[at] as DocumentNode);
  };
  add(nodes);
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    if (node.object === 'text') continue;
    if (Array.isArray(node.fragments)) for (const one of node.fragments.toReversed()) add(one.nodes);
    add(node.nodes);
  }
}

/** Changes nodes from the top down: the children of what `change` answers are changed too. The same list when nothing changed. */
export function changeNodes<Node extends DocumentNode>(
  nodes: Node[],
  change: (node: DocumentNode) => DocumentNode,
): Node[] {
  return mapList(nodes, (node) => mapChildren(change(node), (inner) => changeNodes(inner, change)) as Node);
}

/** Puts what `replace` answers in the place of blocks, at any depth; undefined keeps a block and goes on inside it. */
export function replaceBlocks<Node extends DocumentNode>(
  nodes: Node[],
  replace: (block: DocumentBlock) => DocumentBlock | undefined,
): Node[] {
  return mapList(nodes, (node) => {
    const replaced = node.object === 'block' ? replace(node) : undefined;
    return (replaced ?? mapChildren(node, (inner) => replaceBlocks(inner, replace))) as Node;
  });
}

/** The node with its lists of children, and those of its fragments, mapped; the same node when nothing changed. */
export function mapChildren<Node extends DocumentNode>(
  node: Node,
  map: <Child extends DocumentNode>(nodes: Child[]) => Child[],
): Node {
  if (node.object === 'text') return node;
  const nodes = node.nodes && map(node.nodes);
  const fragments =
    node.fragments &&
    mapList(node.fragments, (one) => {
      const inner = map(one.nodes);
      return inner === one.nodes ? one : { ...one, nodes: inner };
    });
  if (nodes === node.nodes && fragments === node.fragments) return node;
  return { ...node, ...(nodes && { nodes }), ...(fragments && { fragments }) };
}
