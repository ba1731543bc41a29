import type { PhrasingContent, RootContent } from 'mdast';
import type { Handle, Options } from 'mdast-util-to-markdown';

/** A container of the Git format: a tag, blocks, a tag. */
interface TaggedBlock {
  type: 'taggedBlock';
  open: string;
  close: string;
  children: RootContent[];
}

/** Source of a block that is written as it is. */
interface RawBlock {
  type: 'rawBlock';
  value: string;
}

/** The library's types know only its own nodes; the two below are written by `gitFormat`. */
export function taggedBlock(open: string, children: RootContent[], close: string): RootContent {
  const node: TaggedBlock = { type: 'taggedBlock', open, close, children };
  return node as unknown as RootContent;
}

export function rawBlock(value: string): RootContent {
  const node: RawBlock = { type: 'rawBlock', value };
  return node as unknown as RootContent;
}

/** HTML within a line; the library counts such nodes as part of the line. */
export function inlineHtml(value: string): PhrasingContent {
  return { type: 'html', value };
}

const writeTagged: Handle = (node: TaggedBlock, _parent, state, info) => {
  const inner = state.containerFlow({ type: 'blockquote', children: node.children as never }, info);
  return [node.open, inner, node.close].filter((part) => part !== '').join('\n\n');
};

const writeRaw: Handle = (node: RawBlock) => node.value;

/** Writers for the nodes above, and further characters that must be escaped in the Git format. */
export const gitFormat: Options = {
  bullet: '-',
  emphasis: '_',
  fences: true,
  listItemIndent: 'one',
  rule: '-',
  resourceLink: true,
  handlers: { taggedBlock: writeTagged, rawBlock: writeRaw } as never,
  unsafe: [
    { character: '{', after: '%', inConstruct: 'phrasing' },
    { character: '$', after: '\\$', inConstruct: 'phrasing' },
    { character: ':', after: '[\\w+-]+:', inConstruct: 'phrasing' },
  ],
};
