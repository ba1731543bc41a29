import { onFirstUse } from '#platform/on-first-use.js';

/** The check of common passwords reads no further: what begins well is good. */
const READ_CHARACTERS = 64;

/** Lists of common passwords and patterns of keyboards; some megabytes, so they load with the first password that somebody chooses. */
const checker = onFirstUse(async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary, maxLength: READ_CHARACTERS });
});

/** A password to hold against lists, and the words about its owner. */
export interface PasswordToScore {
  text: string;
  known: readonly string[];
}

/** The strength of a password from 0 to 4, within a thread: repeated digits keep it busy for a second. */
export async function scorePassword({ text, known }: PasswordToScore): Promise<number> {
  return (await checker()).check(text, [...known]).score;
}
