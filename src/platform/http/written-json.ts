import { createHash } from 'node:crypto';

/** An answer whose JSON was written before: it is sent as it is, without making and writing the object again. */
export class WrittenJson {
  /**
   * @param parts UTF-8, which one after the other are the JSON.
   * @param tag names this answer, for callers who have it already; see `tagOf`. Without one they are sent it each time.
   */
  constructor(
    readonly parts: readonly Buffer[],
    readonly tag?: string,
  ) {}
}

/** A name of bytes: equal for equal ones. */
export function tagOf(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('base64url');
}
