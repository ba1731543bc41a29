import {
  blocksText,
  type DocumentBlock,
  type DocumentNode,
  type JSONDocument,
  walkNodes,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import type { StoredTarget, CommentedCell, TargetInput } from './comment-target.types.js';
import { findQuote, type Quote } from './quote.js';

/** Words of the node that are kept with a comment on it. */
const EXCERPT_LENGTH = 300;

/**
 * Which parts of a target belong together; answers nothing when the comment is about the content as a whole.
 * @throws BadRequest
 */
export function checkTarget({ page, node, tableCell, quote }: TargetInput): string | undefined {
  if (quote && node === undefined)
    throw new BadRequest('quote: name the block that holds the words with "node".');
  if (tableCell && node === undefined)
    throw new BadRequest('tableCell: name the table it belongs to with "node".');
  if (node !== undefined && page === undefined) throw new BadRequest('node: name its page with "page".');
  return page;
}

/** The parts of a target within a page. */
export type TargetWithinPage = Required<Pick<TargetInput, 'node'>> & Pick<TargetInput, 'tableCell' | 'quote'>;

/**
 * Finds the node, the cell and the words in the text of the page.
 * @throws BadRequest when they are not there.
 */
export function locateNode(
  document: JSONDocument,
  { node, tableCell, quote }: TargetWithinPage,
): Pick<StoredTarget, 'node' | 'tableCell' | 'quote'> {
  const block = findBlocks(document.nodes, new Set([node])).get(node);
  if (!block) throw new BadRequest(`node: the page has no block with the key "${node}".`);
  const text = tableCell ? cellText(block, tableCell) : blocksText([block]);
  if (quote) requireWords(text, quote);
  return {
    node: { id: node, text: excerpt(text) },
    ...(tableCell ? { tableCell: { record: tableCell.record, definition: tableCell.definition } } : {}),
    ...(quote ? { quote: quoteOf(quote) } : {}),
  };
}

/** The text of the block, or the cell, that a stored target names; null when it is not there any more. */
export function targetText(
  blocks: ReadonlyMap<string, DocumentBlock>,
  { node, tableCell }: Pick<StoredTarget, 'node' | 'tableCell'>,
): string | null {
  const block = node && blocks.get(node.id);
  if (!block) return null;
  if (!tableCell) return blocksText([block]);
  const { columns, rows } = partsOf(block);
  if (!isMember(columns, tableCell.definition) || !isMember(rows, tableCell.record)) return null;
  return valueText(block, rows[tableCell.record], tableCell.definition);
}

function requireWords(text: string, quote: Quote): void {
  if (findQuote(text, quote)) return;
  const words = excerpt(quote.exact);
  throw new BadRequest(
    `quote.exact: the text does not hold the words "${words}"; send words as they are there, or leave "quote" out.`,
  );
}

function quoteOf({ exact, prefix, suffix }: Quote): Quote {
  return { exact, ...withoutUndefined({ prefix, suffix }) };
}

/** The blocks of a document that have one of the keys, at any depth. */
export function findBlocks(
  nodes: readonly DocumentNode[],
  keys: ReadonlySet<string>,
): Map<string, DocumentBlock> {
  const found = new Map<string, DocumentBlock>();
  for (const node of walkNodes(nodes))
    if (node.object === 'block' && node.key !== undefined && keys.has(node.key) && !found.has(node.key)) {
      found.set(node.key, node);
      if (found.size === keys.size) break;
    }
  return found;
}

function cellText(block: DocumentBlock, { record, definition }: CommentedCell): string {
  if (block.type !== 'table') throw new BadRequest('tableCell: the node is not a table.');
  const { columns, rows } = partsOf(block);
  if (!isMember(columns, definition))
    throw new BadRequest(`tableCell.definition: the table has no column "${definition}".`);
  if (!isMember(rows, record)) throw new BadRequest(`tableCell.record: the table has no row "${record}".`);
  return valueText(block, rows[record], definition);
}

function partsOf({ data }: DocumentBlock): { columns: unknown; rows: unknown } {
  return { columns: data['definition'], rows: data['records'] };
}

function valueText(block: DocumentBlock, record: unknown, definition: string): string {
  const value = (record as { values?: Record<string, unknown> }).values?.[definition];
  const fragment = block.fragments?.find((one) => one.fragment === value);
  if (fragment) return blocksText(fragment.nodes);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function isMember(object: unknown, name: string): object is Record<string, unknown> {
  return typeof object === 'object' && object !== null && Object.hasOwn(object, name);
}

function excerpt(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  return characters.length <= EXCERPT_LENGTH
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_LENGTH).join('')}…`;
}
