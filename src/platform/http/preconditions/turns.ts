import { Busy } from '../errors.js';

/** Of works that wait: with more, whoever comes is told to come again rather than kept. */
const MOST_WAITING = 50;

/** Lets some do their work at the same time, and the others after them, in the order in which they came. */
export class Turns {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** @throws Busy while too many wait. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= MOST_WAITING)
      throw new Busy('Too many changes with If-Match are under way; try again in a second.', 1);
    if (this.running < this.atOnce) this.running++;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
