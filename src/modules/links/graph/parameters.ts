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
}
