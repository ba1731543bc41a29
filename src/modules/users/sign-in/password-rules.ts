import { compute } from '#platform/compute/compute.js';
import { BadRequest } from '#platform/http/errors.js';
import { canonical } from './password-hash.js';
import { SCORE_PASSWORD } from './password-score-task.js';

/** NIST SP 800-63B-4, 3.1.1.2: a password that is the only proof has at least 15 characters, counted as code points. */
export const MIN_PASSWORD = 15;
/** Longer texts cost time and add nothing; the standard asks for at least 64 characters. */
const MAX_BYTES = 1_000;
/** Of 0 to 4; 3 is more than 10^8 guesses. */
const GOOD_SCORE = 3;

/** Processor time of the check; what is worst takes about a second. */
const BUDGET_MS = 10_000;

/** True for a text that can be a password of anybody; others are not even compared. */
export function canBePassword(text: string): boolean {
  return text !== '' && Buffer.byteLength(text) <= MAX_BYTES;
}

/**
 * Holds a new password against the rules: its length, and that it is neither common nor made of words about its owner. There are no
 * rules about kinds of characters.
 * @param words the name and the address of the owner, and names of their organizations.
 * @throws BadRequest with the rule that it breaks; Busy while too many are checked.
 */
export async function requireGoodPassword(password: string, words: readonly string[]): Promise<void> {
  if (Buffer.byteLength(password) > MAX_BYTES) throw tooLong();
  const text = canonical(password);
  const length = Array.from(text).length;
  if (length < MIN_PASSWORD)
    throw new BadRequest(
      `The password has ${length} characters; it needs at least ${MIN_PASSWORD}. Four or five words that do not belong together are easy to remember.`,
    );
  const known = [...new Set(words.flatMap(wordsOf)), 'bindery'];
  const score = await compute.run(SCORE_PASSWORD, { text, known }, { budgetMs: BUDGET_MS });
  if (score < GOOD_SCORE || isMadeOf(text, known))
    throw new BadRequest(
      'The password is easy to guess: it is common, repeats itself, or is made of names that others know. Take words that do not belong together.',
    );
}

const tooLong = () => new BadRequest(`The password is too long; it may have ${MAX_BYTES} bytes.`);

/** A name and its words; a mail address and its parts. */
function wordsOf(text: string): string[] {
  const lower = text.toLowerCase();
  return [lower, ...lower.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2).slice(0, 20);
}

/** True where at most four characters are left of a password without the words, digits and signs. */
function isMadeOf(text: string, words: readonly string[]): boolean {
  let rest = text.toLowerCase();
  for (const word of [...words].sort((one, other) => other.length - one.length))
    rest = rest.replaceAll(word, '');
  return rest.replace(/[^\p{L}]+/gu, '').length <= 4 && rest.length < text.length;
}
