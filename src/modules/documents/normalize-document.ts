import { cleanValue } from './clean-text.js';
import type {
  DocumentBlock,
  DocumentData,
  DocumentFragment,
  DocumentNode,
  JSONDocument,
} from './document.types.js';
import {
  block,
  childBlocks,
  codeLines,
  codeText,
  fragment,
  isEmptyParagraph,
  leaf,
  paragraph,
  plainText,
  textNode,
} from './document-nodes.js';
import { tidyInlines } from './inline-text.js';
import { inlinesOnly, normalizeInline, splitLines } from './normalize-inline.js';
import { normalizeRefs } from './normalize-refs.js';
import { normalizeTable } from './normalize-table.js';
import { placeMember } from './source/places.js';
import { formOf, isVoidType } from './catalogue/catalogue.js';
import { normalData } from './node-rules.js';
import { gatherLines, settleItems, splitForeign } from './settle-items.js';

/**
 * Brings a document into normal form. Nothing visible changes:
 *
 * - text: line endings are `\n`, no NUL characters, no lone surrogates; neighbouring texts and leaves with equal
 *   marks are one; empty ones are removed; marks are in one order, without duplicates and without colours that change
 *   nothing;
 * - code lines contain no line break and no marks, a code block has at least one line;
 * - a container that must hold blocks gets an empty paragraph when it has none, and text in place of a block becomes
 *   a paragraph;
 * - a list is a task list exactly when one of its items has a box; lists that start at 1 do not store the start;
 * - a document without blocks gets one empty paragraph;
 * - items stand in their container and containers hold their items (see `settleItems`), a prompt holds one code
 *   block;
 * - members that readers rely on have a value: ids, types and titles of columns, lists of options, formulas, labels;
 * - an image always has its list of fragments, captions without text are removed, expandables have title and body;
 * - addresses of the form `#anchor` and `bindery:…` become references; dates without a time become midnight;
 * - members that are undefined, and `meta`, which is derived, are left out.
 */
export function normalizeDocument(document: JSONDocument): JSONDocument {
  const blocks = normalizeBlocks(document.nodes, undefined);
  const nodes = blocks.length > 0 ? blocks : [paragraph()];
  // A document without a version has the latest one, which is that of the result.
  const { schemaVersion: _version, ...data } = cleanValue(document.data ?? {}) as JSONDocument['data'];
  return { object: 'document', data, nodes };
}

export function emptyDocument(): JSONDocument {
  return { object: 'document', data: {}, nodes: [{ ...paragraph(), key: 'empty' }] };
}

/** @param owner type of the block that contains the nodes. */
function normalizeBlocks(nodes: DocumentNode[], owner: string | undefined): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let line: DocumentNode[] = [];
  const flush = (): void => {
    if (line.some((node) => node.object !== 'text' || node.leaves.some((leaf) => leaf.text.trim() !== ''))) {
      blocks.push(block('paragraph', {}, normalizeInlines(line)));
    }
    line = [];
  };
  for (const node of gatherLines(nodes)) {
    if (node.object !== 'block') {
      line.push(node);
      continue;
    }
    flush();
    for (const one of splitForeign(normalizeBlock(node))) blocks.push(one);
  }
  flush();
  return settleItems(blocks, owner).map((one) => finishList(one));
}

/** Normalizes the body of a fragment or of a footnote. */
function normalizeBody(nodes: DocumentNode[]): DocumentBlock[] {
  return normalizeBlocks(nodes, undefined);
}

function normalizeInlines(nodes: DocumentNode[]): DocumentNode[] {
  return tidyInlines(inlinesOnly(nodes).map((node) => normalizeInline(node, normalizeBody)));
}

function normalizeBlock(node: DocumentBlock): DocumentBlock {
  const data = normalizeRefs(node.type, normalData(node.type, cleanValue(node.data ?? {}) as DocumentData));
  const base: DocumentBlock = {
    ...placeMember(node),
    object: 'block',
    type: node.type,
    ...(node.key !== undefined && { key: node.key }),
    isVoid: isVoidType(node.type) ?? node.isVoid ?? false,
    data: node.type === 'table' ? normalizeTable(data, node.fragments ?? []) : data,
  };
  const fragments = normalizeFragments(node);
  const nodes = normalizeChildren(node);
  return { ...base, ...(nodes && { nodes }), ...(fragments && { fragments }) };
}

/** Children of a block; undefined for void blocks, in which clients keep an empty text. */
function normalizeChildren(node: DocumentBlock): DocumentNode[] | undefined {
  const children = node.nodes ?? [];
  const form = formOf(node.type);
  if (!form) return node.nodes && normalizeBlocks(children, node.type);
  switch (form.holds) {
    case undefined:
      return undefined;
    case 'text':
      return normalizeInlines(children);
    case 'lines':
      return normalizeCode(children);
    case 'code':
      return [promptCode(normalizeBlocks(children, node.type))];
    case 'items':
      return normalizeBlocks(children, node.type);
    case 'blocks': {
      const blocks = normalizeBlocks(children, node.type);
      return blocks.length > 0 ? blocks : [paragraph()];
    }
  }
}

/** A prompt is one text to copy: all other content becomes lines of it. */
function promptCode(blocks: DocumentBlock[]): DocumentBlock {
  const [first, ...others] = blocks;
  if (first?.type === 'code' && others.length === 0) return first;
  const text = blocks.map((one) => (one.type === 'code' ? codeText(one) : plainText([one]))).filter(Boolean);
  return block('code', {}, codeLines(text.join('\n\n').split('\n')));
}

function normalizeCode(children: DocumentNode[]): DocumentBlock[] {
  const lines = asLines(children).flatMap((line) =>
    splitLines(line.nodes ?? [], normalizeBody).map((nodes, at): DocumentBlock => ({
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

/** Code that is text instead of lines becomes a line. */
function asLines(children: DocumentNode[]): DocumentBlock[] {
  return children.map((one) => (one.object === 'block' ? one : block('code-line', {}, [one])));
}

function normalizeFragments(node: DocumentBlock): DocumentFragment[] | undefined {
  const only = formOf(node.type)?.fragment;
  const all = (node.fragments ?? []).map((one): DocumentFragment => {
    const { key, type } = one;
    const name = only ?? one.fragment;
    return {
      object: 'fragment',
      ...(key !== undefined && { key }),
      ...(type !== undefined && only === undefined && { type }),
      ...(name !== undefined && { fragment: name }),
      nodes: normalizeBody(one.nodes),
    };
  });
  if (node.type === 'expandable')
    return ['expandable-title', 'expandable-body'].map((name) => side(all, name));
  if (node.type === 'table')
    return all.map((one) => (one.nodes.length > 0 ? one : { ...one, nodes: [paragraph()] }));
  if (only === undefined) return all.length > 0 && isVoidType(node.type) === undefined ? all : undefined;
  const nodes = all.flatMap((one) => one.nodes);
  const kept = nodes.every(isEmptyParagraph) ? [] : [fragment({ fragment: only }, nodes)];
  return kept.length > 0 || node.type === 'image' ? kept : undefined;
}

function side(fragments: DocumentFragment[], name: string): DocumentFragment {
  const found = fragments.find((one) => one.type === name || one.fragment === name);
  const blocks = found && found.nodes.length > 0 ? found.nodes : [paragraph()];
  const nodes = name === 'expandable-title' ? [titleLine(blocks)] : blocks;
  return {
    ...fragment({ type: name, fragment: name }, nodes),
    ...(found?.key !== undefined && { key: found.key }),
  };
}

/** A title is one paragraph: other blocks become lines of it. */
function titleLine(blocks: DocumentBlock[]): DocumentBlock {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'paragraph') return first;
  const lines = blocks.map((one) => inlinesOnly([one]));
  const nodes = lines.flatMap((line, at) => (at === 0 ? line : [textNode(leaf('\n')), ...line]));
  // The parts are normalized already: to do it again would double the time for each title within a title.
  return block('paragraph', {}, tidyInlines(nodes));
}

/** A list is a task list exactly when one of its items has a box. */
function finishList(node: DocumentBlock): DocumentBlock {
  if (node.type !== 'list-unordered' && node.type !== 'list-tasks') return node;
  const isTasks = childBlocks(node.nodes).some((item) => typeof item.data['checked'] === 'boolean');
  return { ...node, type: isTasks ? 'list-tasks' : 'list-unordered' };
}
