import {
  type DocumentBlock,
  type DocumentNode,
  documentText,
  type JSONDocument,
  walkNodes,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';
import type { StoredTarget, CommentedCell, TargetInput } from './comment-target.types.js';

/** Words of the node that are kept with a comment on it. */
const EXCERPT_LENGTH = 300;

/**
 * Which parts of a target belong together; answers nothing when the comment is about the content as a whole.
 * @throws BadRequest
 */
export function checkTarget({ page, node, tableCell }: TargetInput): string | undefined {
  if (tableCell && node === undefined)
    throw new BadRequest('tableCell: name the table it belongs to with "node".');
  if (node !== undefined && page === undefined) throw new BadRequest('node: name its page with "page".');
  return page;
}

/**
 * Finds the node, and the cell, in the text of the page.
 * @throws BadRequest when they are not there.
 */
export function locateNode(
  document: JSONDocument,
  node: string,
  tableCell?: CommentedCell,
): Pick<StoredTarget, 'node' | 'tableCell'> {
  const block = findBlock(document.nodes, node);
  if (!block) throw new BadRequest(`node: the page has no block with the key "${node}".`);
  if (!tableCell) return { node: { id: node, text: excerpt([block]) } };
  const { record, definition } = tableCell;
  return { node: { id: node, text: cellText(block, tableCell) }, tableCell: { record, definition } };
}

function findBlock(nodes: readonly DocumentNode[], key: string): DocumentBlock | undefined {
  for (const node of walkNodes(nodes)) if (node.object === 'block' && node.key === key) return node;
  return undefined;
}

function cellText(block: DocumentBlock, { record, definition }: CommentedCell): string {
  const { records, definition: columns } = block.data as Record<string, Record<string, unknown> | undefined>;
  if (block.type !== 'table') throw new BadRequest('tableCell: the node is not a table.');
  if (!isMember(columns, definition))
    throw new BadRequest(`tableCell.definition: the table has no column "${definition}".`);
  if (!isMember(records, record)) throw new BadRequest(`tableCell.record: the table has no row "${record}".`);
  const value = (records[record] as { values?: Record<string, unknown> }).values?.[definition];
  const fragment = block.fragments?.find((one) => one.fragment === value);
  if (fragment) return excerpt(fragment.nodes);
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, EXCERPT_LENGTH) : '';
}

function isMember(object: unknown, name: string): object is Record<string, unknown> {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name);
}

function excerpt(nodes: DocumentBlock[]): string {
  const text = documentText({ object: 'document', data: {}, nodes }).replace(/\s+/g, ' ');
  const characters = Array.from(text);
  return characters.length <= EXCERPT_LENGTH ? text : `${characters.slice(0, EXCERPT_LENGTH).join('')}…`;
}
