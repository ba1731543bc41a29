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
