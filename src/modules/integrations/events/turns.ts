/** Lets a few of those with the same key work at once; the others wait for their turn. */
export class Turns {
  private readonly lines = new Map<string, { working: number; waiting: (() => void)[] }>();

  constructor(private readonly most: number) {}

  /** Whether one with this key need not wait. */
  isFree(key: string): boolean {
    return (this.lines.get(key)?.working ?? 0) < this.most;
  }

  /** How many with this key wait. */
  waiting(key: string): number {
    return this.lines.get(key)?.waiting.length ?? 0;
  }

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.lines.get(key) ?? { working: 0, waiting: [] };
    this.lines.set(key, line);
    if (line.working < this.most) line.working++;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // Whoever is next takes over the place.
      const next = line.waiting.shift();
      if (next) next();
      else if (--line.working === 0) this.lines.delete(key);
    }
  }
}
