import type { Role } from '#platform/http/actor.js';

export type ResourceType = 'space' | 'collection' | 'site';

/** The thing that roles are granted on. */
export interface Resource {
  organizationId: string;
  type: ResourceType;
  id: string;
  /** Title of the resource, for messages. */
  label?: string;
}

export type GranteeKind = 'user' | 'team';

/** A user or a team. */
export interface Grantee {
  kind: GranteeKind;
  id: string;
}

/**
 * Origin of a role. `role`: the role in the organization; `default`: the default level of a space or collection;
 * `member`: a grant to the member; `team`: a grant to one of their teams.
 */
export interface RoleOrigin {
  reason: 'role' | 'default' | 'member' | 'team';
  /** Type and id of the resource that gives the role. */
  type: 'organization' | ResourceType;
  id: string;
  /** The team, where it was given to one. */
  team?: string;
}

/** A role that somebody has on a resource in the end; where several ways lead to it, the one that takes no grant. */
export interface ExplainedGrant extends Grant {
  origin: RoleOrigin;
}

/** The same, with what was given on the resource itself. */
export interface EffectiveGrant extends ExplainedGrant {
  /** The role that they were given on the resource itself, whether it decides or not; null for none. */
  own: Role | null;
}

export interface Grant {
  /** Id of the user or team. */
  grantee: string;
  role: Role;
}

/** A role that a team was given on something. */
export interface TeamGrant {
  type: ResourceType;
  id: string;
  role: Role;
}
