import type { Mark, Node } from 'prosemirror-model';
import type {
  DocumentData,
  DocumentInline,
  DocumentLeaf,
  DocumentMark,
  DocumentNode,
} from '#modules/documents/browser.js';
import { typeOfNode, WRAPPERS } from './schema.js';

/** The inlines of a line: text with its leaves, atoms, and links and annotations around them. At least one text. */
export function inlinesToDocument(nodes: readonly Node[]): DocumentNode[] {
  const made = within(nodes, []);
  return made.length > 0 ? made : [{ object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }];
}

/** @param around the links and annotations that are open already. */
function within(nodes: readonly Node[], around: readonly Mark[]): DocumentNode[] {
  const made: DocumentNode[] = [];
  for (let at = 0; at < nodes.length;) {
    const node = nodes[at]!;
    const wrapper = outermost(node, around);
    if (wrapper) {
      let end = at + 1;
      while (end < nodes.length && wrapper.isInSet(nodes[end]!.marks)) end += 1;
      made.push(wrapperToDocument(wrapper, within(nodes.slice(at, end), [...around, wrapper])));
      at = end;
      continue;
    }
    at += 1;
    if (!node.isText) {
      made.push(atomToDocument(node));
      continue;
    }
    const last = made.at(-1);
    if (last?.object === 'text') last.leaves.push(leafOf(node));
    else made.push({ object: 'text', leaves: [leafOf(node)] });
  }
  return made;
}

function outermost({ marks }: Node, around: readonly Mark[]): Mark | undefined {
  return marks
    .filter((mark) => WRAPPERS.has(mark.type.name) && !around.some((one) => one.eq(mark)))
    .sort((one, other) => Number(one.attrs['depth']) - Number(other.attrs['depth']))[0];
}

function wrapperToDocument(mark: Mark, nodes: DocumentNode[]): DocumentInline {
  const { data, rest } = mark.attrs as { data: DocumentData; rest: object };
  return { object: 'inline', type: mark.type.name, isVoid: false, data, ...rest, nodes };
}

function atomToDocument(node: Node): DocumentInline {
  if (node.type.name === 'opaque_inline') return node.attrs['raw'] as DocumentInline;
  const { data, rest } = node.attrs as { data: DocumentData; rest: object };
  return { object: 'inline', type: typeOfNode(node.type.name), isVoid: true, data, ...rest };
}

function leafOf(node: Node): DocumentLeaf {
  const marks = node.marks.filter((mark) => !WRAPPERS.has(mark.type.name)).map(markToDocument);
  return { object: 'leaf', text: node.text ?? '', marks };
}

function markToDocument(mark: Mark): DocumentMark {
  if (mark.type.name === 'opaque_mark') return mark.attrs['raw'] as DocumentMark;
  const data = mark.attrs['data'] as DocumentData | null;
  return { object: 'mark', type: mark.type.name, ...(data !== null && { data }) };
}
