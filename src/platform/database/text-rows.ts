/**
 * Rows of texts for one statement each. The driver puts a backslash in front of every quote of an element of an array, which takes seconds for a
 * long text of JSON; a row that is alone is written without an array.
 */

/** Cuts items into parts of at most so many items and characters; a longer item is alone. */
export function* inParts<Item>(
  items: readonly Item[],
  lengthOf: (item: Item) => number,
  most: { count: number; length: number },
): Generator<Item[]> {
  let part: Item[] = [];
  let length = 0;
  for (const item of items) {
    const own = lengthOf(item);
    if (part.length > 0 && (part.length >= most.count || length + own > most.length)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(item);
    length += own;
  }
  if (part.length > 0) yield part;
}

/**
 * Rows as a table of a statement.
 * @param first number of the parameter that `columnsOf` begins with.
 * @param name of the table.
 */
export function rowsOf(count: number, first: number, name: string, columns: readonly string[]): string {
  const type = count === 1 ? 'text' : 'text[]';
  const parameters = columns.map((_, at) => `$${first + at}::${type}`).join(', ');
  return count === 1
    ? `(values (${parameters})) as ${name} (${columns.join(', ')})`
    : `unnest(${parameters}) as ${name} (${columns.join(', ')})`;
}

/** Their parameters, column by column. */
export function columnsOf<Item>(
  items: readonly Item[],
  columns: readonly ((item: Item) => string | null)[],
): (string | null | (string | null)[])[] {
  return columns.map((column) => (items.length === 1 ? column(items[0]!) : items.map(column)));
}
