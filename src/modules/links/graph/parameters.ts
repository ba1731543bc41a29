/** Collects the values of a statement that is put together from parts. */
export class Parameters {
  readonly values: unknown[];

  constructor(first: readonly unknown[] = []) {
    this.values = [...first];
  }

  /** Adds a value and answers its placeholder with its type. */
  add(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** Adds an array for each column and answers the rows that they make: `unnest($1::text[], …)`. */
  addRows<Row>(
    rows: readonly Row[],
    columns: readonly [type: string, read: (row: Row) => unknown][],
  ): string {
    return `unnest(${columns.map(([type, read]) => this.add(rows.map(read), `${type}[]`)).join(', ')})`;
  }
}
