/**
 * An expression in statements of a module about tables of a module above, which registers it in its `onModuleInit`: what both know costs
 * one statement, and each module names only its own tables.
 */
export class SqlPart<Names extends object> {
  private write: ((names: Names) => string) | undefined;

  /** @param name says in the error what is missing. */
  constructor(private readonly name: string) {}

  /** @param write makes the expression for the names that the statement gives to what it is about. */
  register(write: (names: Names) => string): void {
    this.write = write;
  }

  /** @throws Error if no module has registered the expression: a guess could delete what it should keep. */
  of(names: Names): string {
    if (!this.write) throw new Error(`No module has registered the SQL of "${this.name}".`);
    return this.write(names);
  }
}
