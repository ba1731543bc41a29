/** Milliseconds after the last key press, and after the first one that is not stored yet. */
interface Pace {
  pause: number;
  longest: number;
}

/** Others are to see the text within 2 s. */
export const SAVE: Pace = { pause: 400, longest: 600 };
/** Key presses within this time are one write to the browser's database. */
export const DRAFT: Pace = { pause: 100, longest: 150 };
/** A letter is painted within this time. */
const PAINT = 25;

/**
 * The time until something is stored that a key press changed: a pause, or as soon as the letter is painted if it has waited for
 * longer. The next key is farthest away then; at any other time every tenth key would wait for the work.
 * @param since milliseconds since 1970 at the first change that is not stored.
 * @returns milliseconds.
 */
export function waitAfterKey(since: number, { pause, longest }: Pace): number {
  return Date.now() - since >= longest ? PAINT : pause;
}
