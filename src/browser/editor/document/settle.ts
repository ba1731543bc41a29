import type { DocumentLeaf, DocumentMark, DocumentNode, DocumentText } from '#modules/documents/browser.js';
import { isEqual } from './equal.js';
import { schema } from './schema.js';

type JsonRecord = Record<string, unknown>;

/**
 * A value of a document in the form to which the server brings texts: neighbours are one, empty ones are left out, and marks
 * are in one order. Without `meta` of blocks, which the server derives.
 */
export function settle<T>(value: T): T {
  return settleValue(value) as T;
}

function settleValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settleValue);
  if (value === null || typeof value !== 'object') return value;
  const { meta, ...rest } = value as JsonRecord;
  const isNode = rest['object'] === 'block' || rest['object'] === 'inline';
  const settled: JsonRecord = meta === undefined || rest['object'] === 'block' ? {} : { meta };
  for (const [name, one] of Object.entries(rest))
    settled[name] = isNode && name === 'data' ? one : settleValue(one);
  if (isNode && isLine(settled['nodes'])) settled['nodes'] = settleLine(settled['nodes']);
  return settled;
}

function isLine(nodes: unknown): nodes is DocumentNode[] {
  return Array.isArray(nodes) && nodes.every(({ object }: DocumentNode) => object !== 'block');
}

function settleLine(nodes: readonly DocumentNode[]): DocumentNode[] {
  const line: DocumentNode[] = [];
  for (const node of nodes) {
    if (node.object !== 'text') {
      line.push(node);
      continue;
    }
    const last = line.at(-1);
    const isJoined = last?.object === 'text' && isEqual(withoutLeaves(last), withoutLeaves(node));
    const text: DocumentText = isJoined ? last : { ...node, leaves: [] };
    for (const leaf of node.leaves) addLeaf(text.leaves, leaf);
    if (!isJoined && text.leaves.length > 0) line.push(text);
  }
  return line.length > 0 ? line : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }];
}

function addLeaf(leaves: DocumentLeaf[], leaf: DocumentLeaf): void {
  if (leaf.text === '') return;
  const marks = leaf.marks.toSorted((one, other) => rankOf(one) - rankOf(other));
  const last = leaves.at(-1);
  if (last && isEqual({ ...last, text: '' }, { ...leaf, marks, text: '' })) last.text += leaf.text;
  else leaves.push({ ...leaf, marks });
}

function withoutLeaves(text: DocumentText): object {
  const { leaves: _, ...rest } = text;
  return rest;
}

const ORDER = Object.keys(schema.marks);

function rankOf({ type }: DocumentMark): number {
  return ORDER.indexOf(type);
}
