import { HostRefused } from '../../providers/host-refused.js';

/** Null for an answer that says there is no such thing. */
export async function nullIfMissing<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HostRefused && (error.status === 404 || error.status === 410)) return null;
    throw error;
  }
}

/** False where there is no such thing to do it with. */
export async function isDone(work: () => Promise<void>): Promise<boolean> {
  const done = await nullIfMissing(async () => {
    await work();
    return true;
  });
  return done ?? false;
}
