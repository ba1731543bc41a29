import type { PhrasingContent, Table } from 'mdast';
import type { DocumentBlock, DocumentNode } from '../document.types.js';
import { block, plainText } from '../document-nodes.js';
import { writeTable, type TableColumn } from '../table-model.js';

/** A pipe table as a grid of text columns. */
export function gfmTable(
  table: Table,
  phrasing: (children: PhrasingContent[]) => DocumentNode[],
): DocumentBlock {
  const [head, ...body] = table.children;
  const width = table.children.reduce((most, row) => Math.max(most, row.children.length), 1);
  const columns = Array.from({ length: width }, (_, at): TableColumn => {
    const align = table.align?.[at] ?? 'left';
    return textColumn(phrasing(head?.children[at]?.children ?? []), align);
  });
  const rows = body.map((row) => ({
    id: '',
    cells: columns.map((_, at) => ({
      blocks: [block('paragraph', {}, phrasing(row.children[at]?.children ?? []))],
    })),
  }));
  return writeTable({ view: { type: 'grid', hideHeader: false }, columns, rows, data: {} });
}

/** A visible text column; its title keeps links and formatting besides the words. */
export function textColumn(title: DocumentNode[], textAlignment: string): TableColumn {
  return {
    id: '',
    visible: true,
    definition: { type: 'text', title: plainText(title), textAlignment },
    ...headerOf([block('paragraph', {}, title)]),
  };
}

/** The header of a column, when it has more than words. */
export function headerOf(blocks: DocumentBlock[]): { header?: DocumentBlock[] } {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  const text =
    only?.type === 'paragraph' && Object.keys(only.data).length === 0 && only.nodes?.length === 1
      ? only.nodes[0]
      : undefined;
  const isPlain =
    text?.object === 'text' &&
    text.leaves.length <= 1 &&
    text.leaves.every((leaf) => leaf.marks.length === 0);
  return isPlain || blocks.length === 0 ? {} : { header: blocks };
}
