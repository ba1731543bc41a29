import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from './database-errors.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

interface Patience {
  /** Asked after each failure: true when nobody needs the work any more. */
  isOver: () => boolean;
  /** Told of each failure. */
  onFailure?: (error: unknown) => void;
  /** Keeps the process alive while it waits. */
  ref?: boolean;
  /** Tries again after other errors too. */
  afterAll?: boolean;
}

/**
 * Does work again, with growing pauses, for as long as the database cannot be reached. The work may be done twice: an answer can be lost as well as
 * a question.
 * @throws other errors at once, and the last one when it is over.
 */
export async function whenAvailable<T>(
  work: () => Promise<T>,
  { isOver, onFailure, ref = false, afterAll = false }: Patience,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (isOver() || !(afterAll || isUnavailable(error))) throw error;
      onFailure?.(error);
      await delay(pauseMs, undefined, { ref });
      if (isOver()) throw error;
    }
  }
}
