import type { Actor, Role } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { type OrganizationAction, organizationVerdict } from './organization.policy.js';

/**
 * The actor's role in the organization; null for a guest.
 * @throws NotFound for actors outside the organization, also when it does not exist.
 */
export function requireMember(actor: Actor, organizationId: string): Role | null {
  const role = actor.memberships.get(organizationId);
  if (role === undefined) throw new NotFound('organization');
  return role;
}

/**
 * Refuses an actor who may not do this in the organization.
 * @throws NotFound for actors outside the organization, Forbidden when the role does not suffice.
 */
export function requireInOrganization(
  actor: Actor,
  organizationId: string,
  action: OrganizationAction,
): void {
  requireAllowed('organization', organizationVerdict(actor.memberships.get(organizationId), action));
}

/** True when the actor's session or token goes on counting where single sign-on is required: it came through it, or was made by hand. */
export function comesThroughSso({ proof, ssoOrganizationId }: Actor): boolean {
  return proof === (ssoOrganizationId === null ? 'token' : 'saml');
}

/** @throws NotFound for actors outside the organization, Forbidden for members who are not administrators. */
export function requireOrganizationAdmin(actor: Actor, organizationId: string): void {
  requireInOrganization(actor, organizationId, 'admin');
}
