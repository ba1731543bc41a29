/** Longest time for which one piece of long work may block the event loop. */
const MAX_BLOCKING_MS = 10;

/** Resumes long work that has yielded, in the order in which it yielded. */
const resumptions: (() => void)[] = [];

/**
 * Lets long work yield to the event loop: call `yieldIfDue` in each round of its loop. However much long work there is, one piece of it
 * runs in each iteration of the event loop.
 */
export class EventLoopYield {
  private since = performance.now();

  /** Waits for a later iteration of the event loop when this work has blocked the current one for long enough. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.since < MAX_BLOCKING_MS) return;
    await laterIteration();
    this.since = performance.now();
  }
}

function laterIteration(): Promise<void> {
  return new Promise((resume) => {
    resumptions.push(resume);
    if (resumptions.length === 1) setImmediate(resumeOne);
  });
}

/** Pending input and output is served between two calls of this function. */
function resumeOne(): void {
  resumptions.shift()?.();
  if (resumptions.length > 0) setImmediate(resumeOne);
}
