import { type Role, ROLES } from './actor.js';
import { Forbidden, NotFound } from './errors.js';

/** The decision of a policy. `hidden`: the caller may not even learn that the thing exists. */
export type Verdict = { allowed: true } | { allowed: false; hidden: boolean; reason: string };

export const ALLOWED: Verdict = { allowed: true };

/** The caller may not see the thing. */
export const HIDDEN: Verdict = { allowed: false, hidden: true, reason: 'It is not visible to you.' };

/** The caller sees the thing but may not do this; `reason` is a sentence for them. */
export function denied(reason: string): Verdict {
  return { allowed: false, hidden: false, reason };
}

/**
 * The only place that turns a verdict into an answer.
 * @param what the kind of thing in the API's words, for example `space`.
 * @throws NotFound when the thing is hidden, Forbidden when it is only refused.
 */
export function requireAllowed(what: string, verdict: Verdict): void {
  if (verdict.allowed) return;
  if (verdict.hidden) throw new NotFound(what);
  throw new Forbidden(verdict.reason);
}

/** True when `role` is `needed` or stronger; null (a guest) is weaker than every role. */
export function atLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed);
}
