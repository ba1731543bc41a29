import type { Role } from '#platform/http/actor.js';

export type ResourceType = 'space' | 'collection' | 'site';

/** The thing that roles are granted on. */
export interface Resource {
  organizationId: string;
  type: ResourceType;
  id: string;
  /** What people call it. */
  label?: string;
}

export type GranteeKind = 'user' | 'team';

/** A role that somebody has on a resource in the end. */
export interface EffectiveGrant extends Grant {
  /** Who was granted what their role in the organization does not give: they, or a team of theirs; else null. */
  grantedBy: 'member' | 'team' | null;
}

export interface Grant {
  /** Id of the user or team. */
  grantee: string;
  role: Role;
}
