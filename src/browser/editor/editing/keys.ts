import type { Node } from 'prosemirror-model';
import { Plugin, type Transaction } from 'prosemirror-state';
import { freeIds, newId } from '../document/index.js';

/**
 * Gives a key to each block without one, and a new one where two have the same: after a split, a paste or a copy. Comments,
 * diffs and merges know blocks by their keys. New rows and columns of tables get ids likewise.
 */
export function keysPlugin(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      if (hasSameBlocks(before.doc, state.doc)) return null;
      const tr = addKeys(state.tr);
      return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
    },
  });
}

/**
 * True if the blocks of both are the same but for their text, as after most key presses. What did not change is the same
 * object in both, so a long page costs as little as a short one.
 */
function hasSameBlocks(before: Node, now: Node): boolean {
  if (before === now) return true;
  if (!before.sameMarkup(now)) return false;
  if (now.isTextblock) return isEmptyText(before) === isEmptyText(now);
  return (
    before.childCount === now.childCount &&
    now.children.every((child, index) => hasSameBlocks(before.child(index), child))
  );
}

/** Adds the missing keys to the document of a transaction. */
export function addKeys(tr: Transaction): Transaction {
  for (const { at, name, value } of missingKeys(tr.doc)) tr.setNodeAttribute(at, name, value);
  return tr;
}

interface Change {
  at: number;
  name: string;
  value: unknown;
}

function missingKeys(document: Node): Change[] {
  const holders = new Map<string, { at: number; node: Node }>();
  const changes: Change[] = [];
  document.descendants((node, at) => {
    if (node.type.name === 'table') changes.push(...missingIds(node, at));
    if (!node.isInline && hasKey(node)) claim(node, at);
    return !node.isTextblock;
  });
  return changes;

  function claim(node: Node, at: number): void {
    const key = keyOf(node);
    const holder = key === null ? undefined : holders.get(key);
    if (key !== null && !holder) return void holders.set(key, { at, node });
    // Enter at the beginning of a block leaves an empty one before it: the text stays what it was.
    if (holder && isEmptyText(holder.node) && !isEmptyText(node)) {
      changes.push(newKey(holder.node, holder.at));
      holders.set(key!, { at, node });
    } else changes.push(newKey(node, at));
  }
}

function keyOf(node: Node): string | null {
  return ((node.attrs['key'] ?? node.attrs['raw']?.key) as string | undefined) ?? null;
}

function newKey(node: Node, at: number): Change {
  const key = newId();
  return node.type.name === 'opaque'
    ? { at, name: 'raw', value: { ...(node.attrs['raw'] as object), key } }
    : { at, name: 'key', value: key };
}

function isEmptyText(node: Node): boolean {
  return node.isTextblock && node.content.size === 0;
}

/** Fragments and cells have names in place of keys; the key of a row is the id of its record in the table. */
function hasKey({ type: { name, spec } }: Node): boolean {
  if (name === 'opaque') return true;
  const isPart = /^(caption|expandable_title|expandable_body|table_(head|row|header|cell|value))$/.test(name);
  return !isPart && spec.attrs?.['key'] !== undefined;
}

function missingIds(table: Node, at: number): Change[] {
  const definition = (table.attrs['stored'] as { definition?: object }).definition ?? {};
  const rows = table.children.map((node, index) => ({ node, at: at + 1 + startOf(table, index) })).slice(1);
  const head = table.child(0);
  const headers = head.children.map((node, index) => ({ node, at: at + 2 + startOf(head, index) }));
  return [
    ...changedIds(rows, 'key', 'r', []),
    ...changedIds(headers, 'column', 'c', Object.keys(definition)),
  ];
}

function changedIds(
  nodes: readonly { node: Node; at: number }[],
  name: 'key' | 'column',
  letter: 'r' | 'c',
  others: readonly string[],
): Change[] {
  const own = nodes.map(({ node }) => (node.attrs[name] as string | null) || null);
  const ids = freeIds(own, letter, others);
  return nodes.flatMap(({ at }, index) =>
    ids[index] === own[index] ? [] : [{ at, name, value: ids[index] }],
  );
}

/** Size of the children before one. */
function startOf(parent: Node, index: number): number {
  let size = 0;
  for (let at = 0; at < index; at += 1) size += parent.child(at).nodeSize;
  return size;
}
