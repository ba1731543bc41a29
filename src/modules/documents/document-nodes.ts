import type {
  DocumentBlock,
  DocumentData,
  DocumentFragment,
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
  DocumentText,
} from './document.types.js';
import { formOf } from './catalogue/catalogue.js';

/** Builders for document nodes: one form of each node, so that no converter forgets a required member. */
export function block(type: string, data: DocumentData, nodes: DocumentNode[]): DocumentBlock {
  return { object: 'block', type, isVoid: false, data, nodes };
}

export function voidBlock(type: string, data: DocumentData, fragments?: DocumentFragment[]): DocumentBlock {
  return { object: 'block', type, isVoid: true, data, ...(fragments && { fragments }) };
}

export function inline(type: string, data: DocumentData, nodes: DocumentNode[]): DocumentInline {
  return { object: 'inline', type, isVoid: false, data, nodes };
}

export function voidInline(type: string, data: DocumentData): DocumentInline {
  return { object: 'inline', type, isVoid: true, data };
}

export function fragment(
  name: { type?: string; fragment?: string },
  nodes: DocumentBlock[],
): DocumentFragment {
  return { object: 'fragment', ...name, nodes };
}

export function leaf(text: string, marks: DocumentMark[] = []): DocumentLeaf {
  return { object: 'leaf', text, marks };
}

export function textNode(...leaves: DocumentLeaf[]): DocumentText {
  return { object: 'text', leaves };
}

export function paragraph(text = ''): DocumentBlock {
  return block('paragraph', {}, [textNode(leaf(text))]);
}

export function codeLines(lines: string[]): DocumentBlock[] {
  return lines.map((line) => block('code-line', {}, [textNode(leaf(line))]));
}

/**
 * Plain text of nodes and their descendants, without fragments and inline raw HTML. The walk has its own stack, so depth
 * cannot exhaust the call stack.
 */
export function plainText(nodes: readonly DocumentNode[] = []): string {
  const pending = [...nodes].reverse();
  let text = '';
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.object === 'text') for (const part of node.leaves ?? []) text += part.text ?? '';
    else {
      text += lineText(node);
      const children = Array.isArray(node.nodes) ? node.nodes : [];
      for (let at = children.length - 1; at >= 0; at -= 1) pending.push(children[at] as DocumentNode);
    }
  }
  return text;
}

/** The text in the data of an inline that is visible in its line. */
function lineText({ type, data }: DocumentBlock | DocumentInline): string {
  const name = formOf(type)?.lineText;
  const text = name === undefined ? undefined : data?.[name];
  return typeof text === 'string' ? text : '';
}

/** The joined lines of a code block. */
export function codeText(code: DocumentBlock): string {
  return (code.nodes ?? []).map((line) => ('nodes' in line ? plainText(line.nodes) : '')).join('\n');
}

export function isEmptyParagraph(node: DocumentNode): boolean {
  return (
    node.object === 'block' &&
    node.type === 'paragraph' &&
    Object.keys(node.data).length === 0 &&
    (node.nodes ?? []).every(
      (child) => child.object === 'text' && child.leaves.every((part) => part.text === ''),
    )
  );
}

export function isBlock(node: DocumentNode): node is DocumentBlock {
  return node.object === 'block';
}

/** Blocks below a list of nodes, for containers whose children are blocks. */
export function childBlocks(nodes: DocumentNode[] | undefined): DocumentBlock[] {
  return (nodes ?? []).filter(isBlock);
}
