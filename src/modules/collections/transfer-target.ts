import { atLeast } from '#modules/access/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, Forbidden, NotFound, PreconditionFailed } from '#platform/http/errors.js';

/**
 * May the actor bring content from one organization into another? Needs an administrator of both; the callers check
 * the first one on what is transferred.
 * @throws NotFound for an organization the actor is not in, Conflict for the same one, PreconditionFailed where the actor may
 * not even create content, Forbidden where not an administrator.
 */
export function requireTransferTarget(actor: Actor, from: string, to: string): void {
  const role = actor.memberships.get(to);
  if (role === undefined) throw new NotFound('organization');
  if (to === from) throw new Conflict('It is in this organization already.');
  if (!atLeast(role, 'create')) {
    throw new PreconditionFailed(
      'It cannot be moved there: you may not create content in that organization.',
    );
  }
  if (role !== 'admin')
    throw new Forbidden('This needs the role "admin" in the organization it is moved to.');
}
