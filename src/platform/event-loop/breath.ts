import { setImmediate } from 'node:timers/promises';

/** How long requests may wait for one piece of long work. */
const LONGEST_MS = 10;

/** Long work that lets others have their turn: call `take` in each round of its loop. */
export class Breath {
  private since = performance.now();

  /** Waits a turn when the work has had the process for itself for long enough. */
  async take(): Promise<void> {
    if (performance.now() - this.since < LONGEST_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}
