import type { Node } from 'prosemirror-model';
import type { DocumentBlock, DocumentNode } from '#modules/documents/browser.js';
import { isEqual } from './equal.js';
import { inlinesToDocument } from './inlines-from-editor.js';

/**
 * The lines of a code block. Lines that did not change are those that the block had; between them, as many changed lines
 * as there were keep their keys and marks one by one, and the others are new.
 */
export function codeLines(code: Node): DocumentBlock[] {
  const before = code.attrs['lines'] as DocumentBlock[];
  const after = splitLines(code).map((nodes): DocumentNode[] => inlinesToDocument(nodes));
  const isKept = (a: number, b: number) => isEqual(before[a]?.nodes, after[b]);
  let start = 0;
  while (start < Math.min(before.length, after.length) && isKept(start, start)) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && isKept(before.length - 1 - end, after.length - 1 - end)) end += 1;
  return after.map((nodes, at) => {
    const isTail = at >= after.length - end;
    const changed = before.length - start - end;
    const old = isTail
      ? before[at - after.length + before.length]
      : at < start + changed
        ? before[at]
        : undefined;
    return old ? { ...old, nodes } : newLine(nodes);
  });
}

function newLine(nodes: DocumentNode[]): DocumentBlock {
  return { object: 'block', type: 'code-line', isVoid: false, data: {}, nodes };
}

function splitLines(code: Node): Node[][] {
  const lines: Node[][] = [[]];
  code.forEach((node) => {
    if (!node.isText) return void lines.at(-1)!.push(node);
    node.text!.split('\n').forEach((text, index) => {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)!.push(node.type.schema.text(text, node.marks));
    });
  });
  return lines;
}
