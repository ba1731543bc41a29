import { Fragment, type Mark, type Node } from 'prosemirror-model';
import {
  BLOCK_FORMS,
  type DocumentBlock,
  type DocumentFragment,
  type DocumentInline,
  type DocumentLeaf,
  type DocumentNode,
  type JSONDocument,
} from '#modules/documents/browser.js';
import { isEqual } from './equal.js';
import { toBlock } from './from-editor.js';
import { nodeName, schema, WRAPPERS } from './schema.js';
import { settle } from './settle.js';
import { filled, typeOf, Unfit } from './nodes.js';
import { tableToEditor } from './table-to-editor.js';

/**
 * The document as a node of the editor. `toDocument` makes the same document of it again.
 * What the schema cannot hold, unknown blocks among them, is kept whole in opaque nodes.
 */
export function toEditor(document: JSONDocument): Node {
  const { object: _, nodes, ...rest } = document;
  return typeOf('document').create({ rest }, filled(blocksToEditor(nodes)));
}

/** Blocks as nodes of the editor. */
export function blocksToEditor(blocks: readonly DocumentBlock[]): Node[] {
  return blocks.map(blockToEditor);
}

/** A block as a node of the editor. */
export function blockToEditor(block: DocumentBlock): Node {
  try {
    const node = knownBlock(block);
    node.check();
    // The schema knows no member of all clients: a block that it would change is kept whole instead.
    if (isEqual(settle(block), settle(toBlock(node)))) return node;
    return typeOf('opaque').create({ raw: block });
  } catch (error) {
    if (!(error instanceof Unfit || error instanceof RangeError)) throw error;
    return typeOf('opaque').create({ raw: block });
  }
}

function knownBlock(block: DocumentBlock): Node {
  const { object, type, nodes = [], fragments, key = null, data, isVoid, meta: _, ...rest } = block;
  const form = BLOCK_FORMS.get(type);
  if (object !== 'block' || !form || isVoid !== (form.holds === undefined)) throw new Unfit();
  const attrs = { key, data, rest };
  if (type === 'table') return tableToEditor(block, fragmentToEditor);
  if (type === 'code') return codeToEditor(block, attrs);
  if (type === 'expandable') return expandableToEditor(fragments ?? [], attrs);
  const node = typeOf(nodeName(type));
  if (form.fragment === 'caption')
    return node.createChecked({ ...attrs, hasFragments: fragments !== undefined }, captionOf(fragments));
  const own = fragments === undefined ? attrs : { ...attrs, rest: { ...rest, fragments } };
  switch (form.holds) {
    case undefined:
      return node.createChecked(own);
    case 'text':
      return node.createChecked(own, inlinesToEditor(nodes));
    default:
      return node.createChecked(own, nodes.map(childBlock));
  }
}

/** A part of a container that does not fit makes the whole container opaque, as parts stand nowhere else. */
function childBlock(node: DocumentNode): Node {
  if (node.object !== 'block') throw new Unfit();
  const isPart = !schema.nodes[nodeName(node.type)]?.isInGroup('block');
  return isPart && BLOCK_FORMS.has(node.type) ? knownBlock(node) : blockToEditor(node);
}

function captionOf(fragments: DocumentFragment[] = []): Node[] {
  if (fragments.length > 1) throw new Unfit();
  return fragments.map((one) => fragmentToEditor('caption', one));
}

/** A fragment as the node of a part; its name and all else but its blocks are in `rest`. */
function fragmentToEditor(name: string, fragment: DocumentFragment, attrs: object = {}): Node {
  const { object: _, nodes, ...rest } = fragment;
  return typeOf(name).createChecked({ rest, ...attrs }, filled(blocksToEditor(nodes)));
}

function expandableToEditor(fragments: DocumentFragment[], attrs: object): Node {
  const parts = ['expandable-title', 'expandable-body'].map((name, index) => {
    const one = fragments[index];
    if (one?.fragment !== name && one?.type !== name) throw new Unfit();
    return fragmentToEditor(nodeName(name), one);
  });
  if (fragments.length !== parts.length) throw new Unfit();
  return typeOf('expandable').createChecked(attrs, parts);
}

/** One text of all lines. The members of the lines are kept beside it, for lines that stay. */
function codeToEditor({ nodes = [] }: DocumentBlock, attrs: object): Node {
  const content = nodes.flatMap((line, index): Node[] => {
    if (line.object !== 'block' || line.type !== 'code-line' || line.fragments) throw new Unfit();
    const inner = inlinesToEditor(line.nodes ?? []);
    if (inner.some((node) => node.text?.includes('\n'))) throw new Unfit();
    return index > 0 ? [schema.text('\n'), ...inner] : inner;
  });
  const lines = nodes.map((line) => line as DocumentBlock);
  return typeOf('code_block').createChecked({ ...attrs, lines }, Fragment.fromArray(joined(content)));
}

/** Links and annotations of a line are numbered, so that equal lines are equal nodes. */
let wrappers = 0;

function wrapperId(): string {
  wrappers += 1;
  return String(wrappers);
}

/** Inlines as text with marks, and atoms. */
function inlinesToEditor(nodes: readonly DocumentNode[], around: readonly Mark[] = []): Node[] {
  if (around.length === 0) wrappers = 0;
  return joined(
    nodes.flatMap((node): Node[] => {
      if (node.object === 'block') throw new Unfit();
      if (node.object === 'text') return node.leaves.flatMap((leaf) => leafToEditor(leaf, around));
      return inlineToEditor(node, around);
    }),
  );
}

function leafToEditor({ text, marks }: DocumentLeaf, around: readonly Mark[]): Node[] {
  if (text === '') return [];
  const own = marks.map((mark) => {
    const { object: _, type, data = null, ...rest } = mark;
    const known = schema.marks[type];
    if (!known || WRAPPERS.has(type) || Object.keys(rest).length > 0)
      return schema.marks['opaque_mark']!.create({ raw: mark });
    return known.create({ data });
  });
  return [schema.text(text, addAll(around, own))];
}

function inlineToEditor(inline: DocumentInline, around: readonly Mark[]): Node[] {
  const { object: _, type, data, isVoid, nodes, ...rest } = inline;
  const opaque = () => [typeOf('opaque_inline').create({ raw: inline }, null, addAll([], around))];
  if (WRAPPERS.has(type)) {
    const isNested = around.some((mark) => mark.type.name === type);
    if (isVoid || !nodes || isNested) return opaque();
    const mark = schema.marks[type]!.create({ data, rest, id: wrapperId(), depth: around.length });
    const inner = inlinesToEditor(nodes, [...around, mark]);
    return inner.length > 0 ? inner : opaque();
  }
  const known = schema.nodes[nodeName(type)];
  if (!known?.isInline || !isVoid || nodes) return opaque();
  return [known.create({ data, rest }, null, addAll([], around))];
}

function addAll(marks: readonly Mark[], more: readonly Mark[]): readonly Mark[] {
  return [...marks, ...more].reduce((set, mark) => mark.addToSet(set), [] as readonly Mark[]);
}

/** Texts side by side with equal marks are one. */
function joined(nodes: Node[]): Node[] {
  const content = Fragment.fromArray(nodes);
  return Array.from({ length: content.childCount }, (_, index) => content.child(index));
}
