import { hash as digestOf } from 'node:crypto';
import type { DocumentBlock, DocumentFragment, DocumentNode } from './document.types.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { readTable, type TableModel } from './table-model.js';

const digests = new WeakMap<DocumentBlock, string>();

/**
 * A digest of the type, data, content and fragments of a block, without keys and without ids that only connect the
 * parts of a table. Two blocks with the same digest have the same content. A block that was digested must not be
 * changed in place.
 */
export function blockDigest(block: DocumentBlock): string {
  const known = digests.get(block);
  if (known !== undefined) return known;
  const digest = hash(describeBlock(block));
  digests.set(block, digest);
  return digest;
}

export function nodesDigest(nodes: DocumentNode[]): string {
  return hash(nodes.map((node) => describeNode(node)).join('\n'));
}

function hash(text: string): string {
  return digestOf('sha256', text, 'base64url').slice(0, 24);
}

function describeBlock(block: DocumentBlock): string {
  const model = block.type === 'table' ? readTable(block) : undefined;
  const head = `${block.type} ${model ? describeTable(model) : canonicalJson(block.data)}`;
  return [head, describeNodes(block.nodes), model ? '' : describeFragments(block.fragments)].join('\u0001');
}

function describeNodes(nodes: DocumentNode[] | undefined): string {
  return (nodes ?? []).map((node) => describeNode(node)).join('\u0002');
}

function describeNode(node: DocumentNode): string {
  if (node.object === 'block') return blockDigest(node);
  if (node.object === 'text')
    return node.leaves.map((leaf) => canonicalJson([leaf.text, leaf.marks])).join('');
  return `${node.type} ${canonicalJson(node.data)}(${describeNodes(node.nodes)})(${describeFragments(node.fragments)})`;
}

function describeFragments(fragments: DocumentFragment[] | undefined): string {
  return (fragments ?? [])
    .map((one) => `${one.type ?? ''}/${one.fragment ?? ''}:${describeNodes(one.nodes)}`)
    .join('\u0003');
}

function describeTable(model: TableModel): string {
  const columns = model.columns.map(({ id: _id, header, ...column }) => [column, describeNodes(header)]);
  const rows = model.rows.map((row) => row.cells.map(({ blocks, ...cell }) => [cell, describeNodes(blocks)]));
  return canonicalJson([model.view, model.data, columns, rows]);
}
