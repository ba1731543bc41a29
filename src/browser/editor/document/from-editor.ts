import type { Node } from 'prosemirror-model';
import type {
  DocumentBlock,
  DocumentData,
  DocumentFragment,
  DocumentNode,
  JSONDocument,
} from '#modules/documents/browser.js';
import { BLOCK_FORMS } from '#modules/documents/browser.js';
import { codeLines } from './code-lines.js';
import { inlinesToDocument } from './inlines-from-editor.js';
import { blockBase } from './nodes.js';
import { typeOfNode } from './schema.js';
import { tableToDocument } from './table-from-editor.js';

/** The document of an editor's node: what did not change is what `toEditor` was given. */
export function toDocument(node: Node): JSONDocument {
  const rest = node.attrs['rest'] as { data?: DocumentData };
  return { data: {}, ...rest, object: 'document', nodes: blocksOf(node) };
}

/** The blocks within a node. */
export function blocksOf(parent: Node): DocumentBlock[] {
  const nodes = parent.children;
  const isFiller = nodes.length === 1 && nodes[0]!.attrs['rest']?.isFiller === true;
  return isFiller && nodes[0]!.childCount === 0 ? [] : nodes.map(toBlock);
}

/** Nodes never change, so the block of each is made once: a key press costs one block, not the page. */
const made = new WeakMap<Node, DocumentBlock>();

/** The block of a node. */
export function toBlock(node: Node): DocumentBlock {
  const known = made.get(node);
  if (known) return known;
  const block = makeBlock(node);
  made.set(node, block);
  return block;
}

function makeBlock(node: Node): DocumentBlock {
  const name = node.type.name;
  if (name === 'opaque') return node.attrs['raw'] as DocumentBlock;
  const type = typeOfNode(name);
  if (type === 'table') return tableToDocument(node, blocksOf);
  const form = BLOCK_FORMS.get(type);
  if (!form) throw new Error(`The editor has a "${name}" where a block stands.`);
  const base = blockBase(node, type);
  if (type === 'code') return { ...base, nodes: codeLines(node) };
  if (type === 'expandable') return { ...base, fragments: node.children.map(fragmentOf) };
  if (form.fragment === 'caption') {
    const fragments = node.children.map(fragmentOf);
    return node.attrs['hasFragments'] || fragments.length > 0 ? { ...base, fragments } : base;
  }
  if (form.holds === undefined) return base;
  const nodes: DocumentNode[] = form.holds === 'text' ? inlinesToDocument(node.children) : blocksOf(node);
  return { ...base, nodes };
}

/** The names of fragments that the editor makes itself. */
const FRAGMENTS: Record<string, Partial<DocumentFragment>> = {
  caption: { fragment: 'caption' },
  'expandable-title': { type: 'expandable-title', fragment: 'expandable-title' },
  'expandable-body': { type: 'expandable-body', fragment: 'expandable-body' },
};

/** The fragment of the node of a part. */
export function fragmentOf(node: Node): DocumentFragment {
  const rest = node.attrs['rest'] as Partial<DocumentFragment>;
  const own = Object.keys(rest).length > 0 ? rest : FRAGMENTS[typeOfNode(node.type.name)];
  return { object: 'fragment', ...own, nodes: blocksOf(node) };
}
