import type { Role } from '#platform/http/actor.js';
import { ALLOWED, atLeast, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';

/**
 * The verdict where only the role on a thing counts: hidden without any role, else allowed from `needed` on.
 * @param what the thing in the API's words, for the sentence.
 */
export function needs(role: Role | null, needed: Role, what: string): Verdict {
  if (role === null) return HIDDEN;
  if (atLeast(role, needed)) return ALLOWED;
  return denied(`This needs the role "${needed}" or a stronger one on the ${what}; yours is "${role}".`);
}
