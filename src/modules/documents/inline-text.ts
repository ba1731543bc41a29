import type { DocumentLeaf, DocumentMark, DocumentNode, DocumentText } from './document.types.js';
import { leaf, textNode } from './document-nodes.js';
import { canonicalJson } from '#platform/canonical-json.js';

/** Order of marks on a leaf, which is also how they nest when written: the first is the outermost. */
const MARK_ORDER = [
  'bold',
  'italic',
  'strikethrough',
  'color',
  'superscript',
  'subscript',
  'keyboard',
  'code',
];

export function markRank(mark: DocumentMark): number {
  const rank = MARK_ORDER.indexOf(mark.type);
  // Unknown marks go around the known ones, by name.
  return rank === -1 ? -1 : rank;
}

export function sameMark(a: DocumentMark, b: DocumentMark): boolean {
  return a.type === b.type && canonicalJson(a.data ?? {}) === canonicalJson(b.data ?? {});
}

/** Adds a mark to a sorted set of marks. A second colour refines the first one. */
export function addMark(marks: DocumentMark[], mark: DocumentMark): DocumentMark[] {
  const at = marks.findIndex(
    (one) => one.type === mark.type && (mark.type !== 'color' || one.type === 'color'),
  );
  if (at !== -1) {
    if (mark.type !== 'color') return marks.map((one, index) => (index === at ? mark : one));
    const merged = {
      ...marks[at],
      object: 'mark' as const,
      type: 'color',
      data: mergeColors(marks[at]?.data, mark.data),
    };
    return marks.map((one, index) => (index === at ? merged : one));
  }
  return [...marks, mark].sort((a, b) => markRank(a) - markRank(b) || (a.type < b.type ? -1 : 1));
}

function mergeColors(outer: DocumentMark['data'], inner: DocumentMark['data']): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...outer };
  for (const [key, value] of Object.entries(inner ?? {}))
    if (value !== 'default' || !(key in merged)) merged[key] = value;
  return merged;
}

/**
 * Brings inline content into normal form: neighbouring texts are one text, neighbouring leaves with the same marks are
 * one leaf, empty leaves are removed, and at least one text is there to hold the cursor.
 */
export function tidyInlines(nodes: DocumentNode[]): DocumentNode[] {
  const tidy: DocumentNode[] = [];
  let text: DocumentText | undefined;
  for (const node of nodes) {
    if (node.object !== 'text') {
      text = undefined;
      tidy.push(node);
      continue;
    }
    for (const part of node.leaves) {
      if (part.text === '') continue;
      if (!text) tidy.push((text = textNode()));
      appendLeaf(text.leaves, part);
    }
  }
  return tidy.length > 0 ? tidy : [textNode(leaf(''))];
}

function appendLeaf(leaves: DocumentLeaf[], part: DocumentLeaf): void {
  const last = leaves.at(-1);
  if (
    last &&
    last.marks.length === part.marks.length &&
    last.marks.every((mark, at) => sameMark(mark, part.marks[at] as DocumentMark))
  ) {
    last.text += part.text;
  } else leaves.push({ object: 'leaf', text: part.text, marks: part.marks });
}
