import type { Role } from '#platform/http/actor.js';
import { ALLOWED, atLeast, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';

/**
 * The verdict of policies that depend on the actor's role on an object alone: hidden without a role, allowed with `needed` or
 * a stronger role, otherwise denied.
 * @param what the kind of the object in the API's words, for the sentence.
 */
export function roleVerdict(role: Role | null, needed: Role, what: string): Verdict {
  if (role === null) return HIDDEN;
  if (atLeast(role, needed)) return ALLOWED;
  return denied(`This needs the role "${needed}" or a stronger one on the ${what}; yours is "${role}".`);
}
