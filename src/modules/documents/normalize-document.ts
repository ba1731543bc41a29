import { cleanValue } from './clean-text.js';
import type {
  DocumentBlock,
  DocumentData,
  DocumentFragment,
  DocumentNode,
  JSONDocument,
} from './document.types.js';
import { block, childBlocks, codeLines, fragment, isEmptyParagraph, paragraph } from './document-nodes.js';
import { tidyInlines } from './inline-text.js';
import { normalizeInline, splitLines } from './normalize-inline.js';
import { normalizeRefs } from './normalize-refs.js';

/**
 * The one form of a document that says what it says. Nothing visible changes:
 *
 * - text: line endings are `\n`, no NUL characters, no lone surrogates; neighbouring texts and leaves with equal marks
 *   are one; empty ones are gone; marks are in one order, without doubles and without colours that change nothing;
 * - code lines hold no line break and no marks, a code block has at least one line;
 * - a container that must hold blocks holds an empty paragraph rather than nothing, and text that stands where a
 *   block belongs becomes a paragraph;
 * - a list is a task list exactly when one of its items has a box; lists that start at 1 do not say so;
 * - a document without blocks holds one empty paragraph;
 * - an image always has its list of fragments, captions without text are gone, expandables have title and body;
 * - addresses of the form `#anchor` and `bindery:…` are the references they stand for; dates without a time are midnight;
 * - members that are undefined, and `meta`, which is derived, are left out.
 */
export function normalizeDocument(document: JSONDocument): JSONDocument {
  const blocks = normalizeBlocks(document.nodes);
  const nodes = blocks.length > 0 ? blocks : [paragraph()];
  return { object: 'document', data: cleanValue(document.data ?? {}) as JSONDocument['data'], nodes };
}

export function emptyDocument(): JSONDocument {
  return { object: 'document', data: {}, nodes: [{ ...paragraph(), key: 'empty' }] };
}

const HOLDS_BLOCKS = new Set(
  'list-item blockquote hint tabs-item stepper-step column update if prompt'.split(' '),
);
const HOLDS_TEXT = new Set(['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line']);

function normalizeBlocks(nodes: DocumentNode[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let line: DocumentNode[] = [];
  const flush = (): void => {
    if (line.some((node) => node.object !== 'text' || node.leaves.some((leaf) => leaf.text.trim() !== ''))) {
      blocks.push(block('paragraph', {}, normalizeInlines(line)));
    }
    line = [];
  };
  for (const node of nodes) {
    if (node.object !== 'block') {
      line.push(node);
      continue;
    }
    flush();
    blocks.push(normalizeBlock(node));
  }
  flush();
  return blocks;
}

function normalizeInlines(nodes: DocumentNode[]): DocumentNode[] {
  return tidyInlines(nodes.map((node) => normalizeInline(node, normalizeBlocks)));
}

function normalizeBlock(node: DocumentBlock): DocumentBlock {
  const data = normalizeRefs(
    node.type,
    normalizeData(node.type, cleanValue(node.data ?? {}) as DocumentData),
  );
  const base: DocumentBlock = {
    object: 'block',
    type: node.type,
    ...(node.key !== undefined && { key: node.key }),
    isVoid: node.isVoid ?? false,
    data,
  };
  const fragments = normalizeFragments(node);
  return finishBlock({
    ...base,
    ...(node.nodes && { nodes: normalizeChildren(node, node.nodes) }),
    ...(fragments && { fragments }),
  });
}

function normalizeChildren(node: DocumentBlock, children: DocumentNode[]): DocumentNode[] {
  if (node.type === 'code') return normalizeCode(children);
  if (HOLDS_TEXT.has(node.type))
    return normalizeInlines(children.flatMap((one) => (one.object === 'block' ? (one.nodes ?? []) : [one])));
  const blocks = normalizeBlocks(children);
  return blocks.length === 0 && HOLDS_BLOCKS.has(node.type) ? [paragraph()] : blocks;
}

function normalizeCode(children: DocumentNode[]): DocumentBlock[] {
  const lines = childBlocks(children).flatMap((line) =>
    splitLines(line.nodes ?? [], normalizeBlocks).map((nodes, at): DocumentBlock => ({
      object: 'block',
      type: 'code-line',
      ...(line.key !== undefined && at === 0 && { key: line.key }),
      isVoid: false,
      data: line.data?.['highlighted'] === true ? { highlighted: true } : {},
      nodes,
    })),
  );
  return lines.length > 0 ? lines : codeLines(['']);
}

function normalizeData(type: string, data: DocumentData): DocumentData {
  const rest = { ...data };
  const drop = (name: string, when: boolean): void => {
    if (when) delete rest[name];
  };
  if (type === 'list-ordered') {
    const { start } = rest;
    drop(
      'start',
      start === 1 || !Number.isInteger(start) || (start as number) < 0 || (start as number) > 999_999_999,
    );
  }
  if (type === 'heading-1') drop('level', rest['level'] !== 1);
  if (type === 'heading-3') drop('level', rest['level'] !== 5 && rest['level'] !== 6);
  if (type === 'heading-2') drop('level', true);
  if (type === 'image') drop('alt', rest['alt'] === '');
  if (type === 'hint') rest['style'] ??= 'info';
  if (type === 'code') drop('syntax', rest['syntax'] === '');
  const { date } = rest;
  if (type === 'update' && typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date))
    rest['date'] = `${date}T00:00:00.000Z`;
  return rest;
}

function normalizeFragments(node: DocumentBlock): DocumentFragment[] | undefined {
  const all = (node.fragments ?? []).map((one): DocumentFragment => {
    const { key, type, fragment: name } = one;
    return {
      object: 'fragment',
      ...(key !== undefined && { key }),
      ...(type !== undefined && { type }),
      ...(name !== undefined && { fragment: name }),
      nodes: normalizeBlocks(one.nodes),
    };
  });
  if (node.type === 'expandable')
    return ['expandable-title', 'expandable-body'].map((name) => side(all, name));
  if (node.type === 'table')
    return all.map((one) => (one.nodes.length > 0 ? one : { ...one, nodes: [paragraph()] }));
  const kept = all.filter((one) => one.fragment !== 'caption' || !one.nodes.every(isEmptyParagraph));
  return kept.length > 0 || node.type === 'image' ? kept : undefined;
}

function side(fragments: DocumentFragment[], name: string): DocumentFragment {
  const found = fragments.find((one) => one.type === name || one.fragment === name);
  const nodes = found && found.nodes.length > 0 ? found.nodes : [paragraph()];
  return {
    ...fragment({ type: name, fragment: name }, nodes),
    ...(found?.key !== undefined && { key: found.key }),
  };
}

/** Rules that look at the children. */
function finishBlock(node: DocumentBlock): DocumentBlock {
  if (HOLDS_TEXT.has(node.type) && !node.nodes) return { ...node, nodes: normalizeInlines([]) };
  if (HOLDS_BLOCKS.has(node.type) && !node.nodes) return { ...node, nodes: [paragraph()] };
  if (node.type === 'code' && !node.nodes) return { ...node, nodes: codeLines(['']) };
  if (node.type !== 'list-unordered' && node.type !== 'list-tasks') return node;
  const isTasks = childBlocks(node.nodes).some((item) => typeof item.data['checked'] === 'boolean');
  return { ...node, type: isTasks ? 'list-tasks' : 'list-unordered' };
}
