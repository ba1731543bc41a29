import type { Actor } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';

/**
 * Refuses actors for whom another organization vouched: its word says nothing about who they are elsewhere.
 * @throws Forbidden
 */
export function requireOwnSession({ ssoOrganizationId }: Actor, organizationId: string): void {
  if (ssoOrganizationId === null || ssoOrganizationId === organizationId) return;
  throw new Forbidden(
    'You are signed in for another organization only. Sign in by mail, with a personal token, or through the single sign-on of this one.',
  );
}
