import { createHash } from 'node:crypto';

/** A hash of settings, which says whether they were changed since a test. Settings hold secrets, so they are not kept twice. */
export function settingsHash(settings: readonly string[]): Buffer {
  return createHash('sha256').update(JSON.stringify(settings)).digest();
}
