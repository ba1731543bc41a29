type Awaitable<T> = T | Promise<T>;

/**
 * Functions that modules above register, in their `onModuleInit`, and that a module below calls: the way to reach upward
 * without an import. They run one after the other in the order of their registration, in the caller's transaction.
 */
export class Hook<Args extends unknown[], Result = void> {
  private readonly functions: ((...args: Args) => Awaitable<Result>)[] = [];

  register(run: (...args: Args) => Awaitable<Result>): void {
    this.functions.push(run);
  }

  /** Calls all of them; their results in order. */
  async all(...args: Args): Promise<Result[]> {
    const results: Result[] = [];
    for (const run of this.functions) results.push(await run(...args));
    return results;
  }

  /** The first result that is not null; null without one. The functions after it are not called. */
  async first(...args: Args): Promise<Result | null> {
    for (const run of this.functions) {
      const result = await run(...args);
      if (result !== null) return result;
    }
    return null;
  }

  /** True if one of them answers true; false without any. */
  async some(...args: Args): Promise<boolean> {
    for (const run of this.functions) if (await run(...args)) return true;
    return false;
  }
}
