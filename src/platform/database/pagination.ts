import { BadRequest } from '../http/errors.js';
import { type Database, sqlState } from './database.js';

export const DEFAULT_LIMIT = 100;

/** The `page` and `limit` members of a list request; `limit` is 0 to 1000. */
export interface PageRequest {
  page?: string;
  limit?: number;
}

/** One page of a list; `count` is the number of all matches, `next` is absent on the last page. */
export interface Page<T> {
  items: T[];
  count: number;
  next?: { page: string };
}

/** A sort key: an SQL expression over the list's columns, its SQL type, and its direction. */
export interface SortKey {
  sql: string;
  type: 'text' | 'timestamptz' | 'uuid' | 'int' | 'bigint' | 'float8';
  direction?: 'asc' | 'desc';
}

/** Sorts by a time, and rows of the same time by id. */
export function byTime(time: string, id: string, direction: SortKey['direction'] = 'asc'): SortKey[] {
  return [
    { sql: time, type: 'timestamptz', direction },
    { sql: id, type: 'text', direction },
  ];
}

/** Sorts by texts in ascending order. */
export function byText(...keys: string[]): SortKey[] {
  return keys.map((sql) => ({ sql, type: 'text' }));
}

export interface ListStatement {
  /** Columns, as after `select`. */
  select: string;
  /** `from … where …` with `$1…` placeholders; must contain a `where`. */
  from: string;
  /** `with …` in front of the statement. */
  with?: string;
  values: unknown[];
  /** All keys in one direction; the last one must be unique. */
  by: SortKey[];
  /** Number of all matches, when the caller knows it already. */
  count?: number;
}

/**
 * Reads one page by keyset: the cursor holds the sort values of the last row, so it survives the deletion of that row
 * and costs the same on every page.
 * @throws BadRequest for a cursor that this list did not make.
 */
export async function paginate<T>(db: Database, request: PageRequest, list: ListStatement): Promise<Page<T>> {
  const limit = limitOf(request);
  const cursor = request.page === undefined ? undefined : decodeCursor(request.page, list.by.length);
  const rows = limit === 0 ? [] : await readRows<T>(db, list, limit, cursor);
  const items = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = items.at(-1);
  const next =
    hasMore && last ? { page: encodeCursor(list.by.map((_, i) => last[`_k${i}`] as string)) } : undefined;
  const isWhole = cursor === undefined && !hasMore && limit > 0;
  const count = list.count ?? (isWhole ? items.length : await countAll(db, list));
  // Not deleted: objects that lost a member are slow to read, and lists read all of theirs.
  for (const item of items as Record<string, unknown>[])
    list.by.forEach((_, i) => (item[`_k${i}`] = undefined));
  return next ? { items, count, next } : { items, count };
}

type Keyed<T> = T & Record<`_k${number}`, unknown>;

function readRows<T>(
  db: Database,
  list: ListStatement,
  limit: number,
  cursor?: string[],
): Promise<Keyed<T>[]> {
  const values = [...list.values];
  const direction = list.by[0]?.direction ?? 'asc';
  let condition = '';
  if (cursor) {
    const left = list.by.map((key) => key.sql).join(', ');
    const right = list.by.map((key, i) => `$${values.push(cursor[i])}::text::${key.type}`).join(', ');
    condition = ` and (${left}) ${direction === 'asc' ? '>' : '<'} (${right})`;
  }
  const keys = list.by.map((key, i) => `(${key.sql})::text as "_k${i}"`).join(', ');
  const order = list.by.map((key) => `${key.sql} ${direction}`).join(', ');
  const sql = `${list.with ?? ''} select ${list.select}, ${keys} ${list.from}${condition} order by ${order} limit $${values.push(limit + 1)}`;
  return db.query<Keyed<T>>(sql, values).catch((error: unknown) => {
    // A cursor of the right shape whose values are no times or numbers (SQLSTATE class 22).
    throw cursor && sqlState(error)?.startsWith('22') ? badCursor() : error;
  });
}

async function countAll(db: Database, list: ListStatement): Promise<number> {
  const sql = `${list.with ?? ''} select count(*)::int as count ${list.from}`;
  return db.queryCount(sql, list.values);
}

/** Pages through a list that is already in memory, in its own order, by the position of the last item. */
export function paginateArray<T>(items: T[], request: PageRequest, keyOf: (item: T) => string): Page<T> {
  const limit = limitOf(request);
  let start = 0;
  if (request.page !== undefined) {
    const [key] = decodeCursor(request.page, 1);
    start = items.findIndex((item) => keyOf(item) === key) + 1;
    if (start === 0) throw badCursor();
  }
  const page = items.slice(start, start + limit);
  const last = page.at(-1);
  const hasMore = start + limit < items.length && last !== undefined;
  return {
    items: page,
    count: items.length,
    ...(hasMore ? { next: { page: encodeCursor([keyOf(last)]) } } : {}),
  };
}

/** Number of items to answer. The contract declares a number, not an integer. */
export function limitOf({ limit = DEFAULT_LIMIT }: PageRequest): number {
  return Math.floor(limit);
}

export function encodeCursor(values: string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

export function decodeCursor(page: string, length: number): string[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(page, 'base64url').toString('utf8'));
    if (
      Array.isArray(values) &&
      values.length === length &&
      values.every((value) => typeof value === 'string')
    ) {
      return values as string[];
    }
  } catch {
    // Falls through to the one answer for every cursor that is not ours.
  }
  throw badCursor();
}

/** The answer to a cursor that a list did not make. */
export function badCursor(): BadRequest {
  return new BadRequest('page: this cursor is not valid; pass back the value of next.page, or leave it out.');
}

/** The same page with each item turned into something else. */
export function mapPage<T, R>(page: Page<T>, present: (item: T) => R): Page<R> {
  return { ...page, items: page.items.map((item) => present(item)) };
}
