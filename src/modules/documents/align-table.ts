import { nodesDigest } from './block-digest.js';
import type { DocumentBlock } from './document.types.js';
import { plainText } from './document-nodes.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { readTable, writeTable, type TableColumn, type TableRow } from './table-model.js';

/** Gives the columns and rows of a table the ids that they had, so that edits of other editors still find their cells. */
export function alignTable(previous: DocumentBlock, next: DocumentBlock): DocumentBlock {
  const before = previous.type === 'table' ? readTable(previous) : undefined;
  const after = readTable(next);
  if (!before || !after) return next;
  const columns = inherit(before.columns, after.columns, describeColumn);
  const rows = inherit(before.rows, after.rows, describeRow);
  return { ...next, ...pick(writeTable({ ...after, columns, rows })) };
}

function pick(table: DocumentBlock): Pick<DocumentBlock, 'data' | 'fragments'> {
  return { data: table.data, ...(table.fragments && { fragments: table.fragments }) };
}

/** Matches by the same description first, then by the same position; other ids stay unless they are taken. */
function inherit<T extends { id: string }>(before: T[], after: T[], describe: (one: T) => string): T[] {
  const free = new Map(before.map((one) => [one.id, one]));
  const ids: (string | undefined)[] = after.map(() => undefined);
  // The list is reversed, so that taking from the end gives the ids in their order.
  const byText = new Map<string, string[]>();
  for (const one of before.toReversed()) {
    const text = describe(one);
    const same = byText.get(text);
    if (same) same.push(one.id);
    else byText.set(text, [one.id]);
  }
  after.forEach((one, at) => {
    const id = byText.get(describe(one))?.pop();
    if (id !== undefined && free.delete(id)) ids[at] = id;
  });
  after.forEach((_, at) => {
    const id = before.length === after.length ? before[at]?.id : undefined;
    if (ids[at] === undefined && id !== undefined && free.delete(id)) ids[at] = id;
  });
  const taken = new Set([...before.map((one) => one.id), ...ids]);
  return after.map((one, at) => {
    let id = ids[at];
    for (let count = 0; id === undefined; count += 1) {
      const candidate = count === 0 ? one.id : `${one.id}.${count}`;
      if (!taken.has(candidate)) id = candidate;
    }
    taken.add(id);
    return { ...one, id };
  });
}

function describeColumn(column: TableColumn): string {
  return `${column.definition.type} ${column.definition.title}`;
}

function describeRow(row: TableRow): string {
  return canonicalJson(
    row.cells.map(({ blocks, value }) => [
      blocks ? `${plainText(blocks)} ${nodesDigest(blocks)}` : '',
      value,
    ]),
  );
}
