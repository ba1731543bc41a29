import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import { type Command, TextSelection } from 'prosemirror-state';
import { schema } from '../document/index.js';

const { nodes } = schema;
const LISTS = new Set(['list_unordered', 'list_ordered', 'list_tasks']);

/** Makes the block at a position one of another kind, with the same words and the same key. */
export function turnInto(at: number, name: string): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    const type = nodes[name];
    if (!node || !type || node.type === type) return false;
    const made = madeInto(node, type);
    if (
      !made ||
      !state.doc
        .resolve(at)
        .parent.canReplaceWith(
          state.doc.resolve(at).index(),
          state.doc.resolve(at).index() + 1,
          made[0]!.type,
        )
    )
      return false;
    const tr = state.tr.replaceWith(at, at + node.nodeSize, made);
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView());
    return true;
  };
}

function madeInto(node: Node, type: NodeType): Node[] | null {
  const key = node.attrs['key'] as string | null;
  const lines = linesOf(node);
  if (type.isTextblock) {
    const made = lines.map((line) => type.create(null, type.spec.code ? plain(line.content) : line.content));
    return made.map((one, index) => (index === 0 ? type.create({ ...one.attrs, key }, one.content) : one));
  }
  if (LISTS.has(type.name)) {
    const data = type.name === 'list_tasks' ? { checked: false } : {};
    const items = LISTS.has(node.type.name)
      ? node.children.map((item) => nodes['list_item']!.create({ ...item.attrs, data }, item.content))
      : lines.map((line) => nodes['list_item']!.create({ data }, asParagraph(line)));
    return [type.create({ key }, items)];
  }
  const content = node.isTextblock ? [asParagraph(node)] : LISTS.has(node.type.name) ? [node] : node.children;
  if (!type.validContent(Fragment.from(content as Node[]))) return null;
  const data = type.name === 'hint' ? { style: 'info' } : {};
  return [type.create({ key: node.isTextblock ? null : key, data }, content as Node[])];
}

/** The lines of text within a block, one after the other. */
function linesOf(node: Node): Node[] {
  if (node.isTextblock) return [node];
  const lines: Node[] = [];
  node.descendants((one) => {
    if (one.isTextblock) lines.push(one);
    return !one.isTextblock;
  });
  return lines.length > 0 ? lines : [nodes['paragraph']!.create()];
}

function asParagraph(line: Node): Node {
  return line.type === nodes['paragraph']
    ? line
    : nodes['paragraph']!.create({ key: line.attrs['key'] as string }, line.content);
}

function plain(content: Fragment): Fragment {
  const text = content.textBetween(0, content.size, '\n', ' ');
  return text === '' ? Fragment.empty : Fragment.from(schema.text(text));
}
