import { roleVerdict, type Verdict } from '#modules/access/index.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';

/** Actions on a translation, and the role each needs on its source. */
const NEEDED = {
  view: 'read',
  /** Run, change and delete it, as it makes and writes a space that is like its source. */
  edit: 'create',
} as const satisfies Record<string, Role>;

export type TranslationAction = keyof typeof NEEDED;

/** Decides on an action of an actor with this role on the source. */
export function translationVerdict(role: Role | null, action: TranslationAction): Verdict {
  return roleVerdict(role, NEEDED[action], 'source space');
}

/** True when the token allows changes of sites: a translation on sites changes them on its holder's behalf. */
export function mayChangeSites({ scopes }: Pick<Actor, 'scopes'>): boolean {
  return scopes === null || scopes.includes('site:metadata:write');
}

/** @throws Forbidden for a token that may not change sites. */
export function requireSites(actor: Pick<Actor, 'scopes'>): void {
  if (mayChangeSites(actor)) return;
  throw new Forbidden(
    'onSites: the token may not change sites; leave it out, or use one with the scope site:metadata:write.',
  );
}
