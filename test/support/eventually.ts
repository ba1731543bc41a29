import { vi } from 'vitest';

/**
 * Repeats `attempt` until it does not throw, and answers its result. It ends at once then, so only a failure takes a
 * minute.
 */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(attempt, { timeout: 60_000, interval: 20 });
}
