/** How long requests may wait for one piece of long work. */
const LONGEST_MS = 10;

/** Pieces of long work that wait to go on. */
const waiting: (() => void)[] = [];

/**
 * Long work that lets others have their turn: call `take` in each round of its loop. However much long work there is, one piece of it runs
 * in each iteration of the event loop.
 */
export class Breath {
  private since = performance.now();

  /** Waits a turn when the work has had the process for itself for long enough. */
  async take(): Promise<void> {
    if (performance.now() - this.since < LONGEST_MS) return;
    await turn();
    this.since = performance.now();
  }
}

/** Resolves in a later iteration of the event loop, for those that wait in the order they came. */
function turn(): Promise<void> {
  return new Promise((goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });
}

/** What waits for input and output runs between two calls of this. */
function letOneGoOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(letOneGoOn);
}
