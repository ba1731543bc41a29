import { type Role, ROLES } from '#platform/http/actor.js';

/** Roles of members without a grant; `inherit` leaves it to the parent, null gives no role. */
export const DEFAULT_LEVELS = ['inherit', ...ROLES] as const;
export type DefaultLevel = (typeof DEFAULT_LEVELS)[number] | null;

/** Everything that decides a role on a space or collection. */
export interface RoleFacts {
  /** The role in the organization; null is a guest, undefined is no (or a disabled) member. */
  organizationRole: Role | null | undefined;
  /** Default levels from the thing itself up to its outermost collection. */
  levels: readonly DefaultLevel[];
  /** Grants to the user and to the user's teams, on the thing or any enclosing collection. */
  grants: readonly Role[];
}

/**
 * The effective role, null for none. Organization administrators are administrators everywhere; otherwise the stronger
 * of the base (first level that is not `inherit`, else the organization role; nothing for guests) and of the grants.
 * `roleExpression` says the same in SQL; a property test holds one against the other.
 */
export function effectiveRole({ organizationRole, levels, grants }: RoleFacts): Role | null {
  if (organizationRole === undefined) return null;
  if (organizationRole === 'admin') return 'admin';
  const level = levels.find((entry) => entry !== 'inherit');
  const base = organizationRole === null ? null : level === undefined ? organizationRole : level;
  return strongest([base, ...grants]);
}

/** The strongest of some roles; null for an empty list. */
export function strongest(roles: readonly (Role | null)[]): Role | null {
  const index = Math.max(-1, ...roles.map((role) => (role === null ? -1 : ROLES.indexOf(role))));
  return ROLES[index] ?? null;
}
