import { cleanText, cleanValue } from './clean-text.js';
import type {
  DocumentBlock,
  DocumentData,
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
} from './document.types.js';
import { fragment, leaf, paragraph, textNode } from './document-nodes.js';
import { addMark, tidyInlines } from './inline-text.js';
import { isVoidType } from './catalogue/catalogue.js';
import { normalData } from './node-rules.js';
import { normalizeRefs } from './normalize-refs.js';

/** Normalizes the blocks inside an inline. The function is passed in, so that the two files do not import each other. */
type Blocks = (nodes: DocumentNode[]) => DocumentBlock[];

/** Texts and inlines; a block in place of a line is replaced by its inlines. */
export function inlinesOnly(nodes: DocumentNode[]): DocumentNode[] {
  return nodes.flatMap((one) => (one.object === 'block' ? inlinesOnly(one.nodes ?? []) : [one]));
}

/** Normalizes a text or an inline. */
export function normalizeInline(node: DocumentNode, blocks: Blocks): DocumentNode {
  if (node.object === 'block') return node;
  if (node.object === 'text') return { object: 'text', leaves: node.leaves.map((one) => normalizeLeaf(one)) };
  const { key } = node;
  const copy: DocumentInline = {
    object: 'inline',
    type: node.type,
    ...(key !== undefined && { key }),
    isVoid: isVoidType(node.type) ?? node.isVoid ?? false,
    data: normalizeRefs(node.type, normalData(node.type, cleanValue(node.data ?? {}) as DocumentData)),
  };
  const isOpen = isVoidType(node.type) === false;
  if (isOpen || (node.nodes && !copy.isVoid)) {
    copy.nodes = tidyInlines(inlinesOnly(node.nodes ?? []).map((one) => normalizeInline(one, blocks)));
  }
  if (node.type === 'annotation') {
    const body = blocks(node.fragments?.[0]?.nodes ?? []);
    copy.fragments = [fragment({ type: 'annotation-body' }, body.length > 0 ? body : [paragraph()])];
  } else if (node.fragments)
    copy.fragments = node.fragments.map((one) => ({ ...one, nodes: blocks(one.nodes) }));
  return copy;
}

function normalizeLeaf(one: DocumentLeaf): DocumentLeaf {
  let marks: DocumentMark[] = [];
  for (const mark of one.marks ?? []) {
    const data = cleanValue(mark.data ?? {}) as DocumentData;
    if (mark.type === 'color') {
      const { text: given, background: behind, ...others } = data;
      const [text, background] = [given, behind].map((one) => (typeof one === 'string' ? one : 'default'));
      if (text === 'default' && background === 'default' && Object.keys(others).length === 0) continue;
      marks = addMark(marks, { object: 'mark', type: 'color', data: { ...others, text, background } });
    } else
      marks = addMark(marks, {
        object: 'mark',
        type: mark.type,
        ...(Object.keys(data).length > 0 && { data }),
      });
  }
  return leaf(cleanText(one.text ?? ''), marks);
}

/** The lines of a code line: one, unless a client put a line break into it. Code has no marks. */
export function splitLines(nodes: DocumentNode[], blocks: Blocks): DocumentNode[][] {
  const lines: DocumentNode[][] = [[]];
  for (const node of nodes) {
    const clean = normalizeInline(node, blocks);
    if (clean.object !== 'text') {
      lines
        .at(-1)
        ?.push(
          clean.object === 'inline' && clean.nodes ? { ...clean, nodes: [plainLine(clean.nodes)] } : clean,
        );
      continue;
    }
    clean.leaves
      .map((one) => one.text)
      .join('')
      .split('\n')
      .forEach((text, at) => {
        if (at > 0) lines.push([]);
        lines.at(-1)?.push(textNode(leaf(text)));
      });
  }
  return lines.map((line) => tidyInlines(line));
}

/** Annotated code is a part of one line. */
function plainLine(nodes: DocumentNode[]): DocumentNode {
  const text = nodes
    .map((node) => (node.object === 'text' ? node.leaves.map((one) => one.text).join('') : ''))
    .join('');
  return textNode(leaf(text.replaceAll('\n', ' ')));
}
