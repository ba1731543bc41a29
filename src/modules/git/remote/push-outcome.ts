import type { PushResult } from './remote-repository.js';
import type { RemoteProblem } from './remote-problem.js';

const MAX_WORDS = 300;
/** Reasons by which servers say that the branch is not where it was. */
const STALE =
  /stale info|fetch first|non-fast-forward|incorrect old value|cannot lock ref|already exists|failed to update ref/;

export const MOVED: PushResult = {
  outcome: 'rejected',
  message: 'The branch has moved on; import it first, or export with force.',
};

/**
 * Reads a server's answer about a branch.
 * @param reason in the words of the protocol.
 * @param words for people.
 */
export function refusal(reason: string, words: string, secrets: readonly string[]): PushResult {
  if (STALE.test(reason)) return MOVED;
  const said = (plainWords(words, secrets) || plainWords(reason, secrets)).slice(0, MAX_WORDS);
  return { outcome: 'refused', message: `The repository refused the commit${said ? `: ${said}` : '.'}` };
}

/** The result of a push that failed before the server looked at the branch. */
export function failure({ code, message }: RemoteProblem): PushResult {
  const isAccess = code === 'no-access' || code === 'not-a-repository' || code === 'host-key';
  return { outcome: isAccess ? 'no-access' : 'unreachable', message };
}

/** A server's words for people, without signs that are no text, and without secrets. */
function plainWords(words: string, secrets: readonly string[]): string {
  const plain = words
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/\u001b\[[\d;]*[A-Za-z]/g, '')
    // oxlint-disable-next-line no-control-regex -- they are what is taken out
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .replace(/\/\/[^/\s@]+@/g, '//')
    .trim();
  return secrets
    .filter((secret) => secret.length > 3)
    .reduce((text, secret) => text.replaceAll(secret, '***'), plain);
}
