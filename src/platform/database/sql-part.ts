/**
 * An expression in statements of a module about tables of a module above, which registers it in its `onModuleInit`: what both know costs
 * one statement, and each module names only its own tables.
 */
export class SqlPart<Names extends object> {
  private write: (names: Names) => string;

  /** @param otherwise the expression as long as no module has registered one. */
  constructor(otherwise: string) {
    this.write = () => otherwise;
  }

  /** @param write makes the expression for the names that the statement gives to what it is about. */
  register(write: (names: Names) => string): void {
    this.write = write;
  }

  of(names: Names): string {
    return this.write(names);
  }
}
