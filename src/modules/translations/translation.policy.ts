import { needs, type Verdict } from '#modules/access/index.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';

/** What can be done with a translation, and the role it takes on its source. */
const NEEDED = {
  view: 'read',
  /** Run, change and delete it, as it makes and writes a space that is like its source. */
  edit: 'create',
} as const satisfies Record<string, Role>;

export type TranslationAction = keyof typeof NEEDED;

/** Whether somebody with this role on the source may do this to its translations. */
export function translationVerdict(role: Role | null, action: TranslationAction): Verdict {
  return needs(role, NEEDED[action], 'source space');
}

/** Whether the token lets its holder change sites: a translation on sites does it in their name. */
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
