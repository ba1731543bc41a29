import type { Role } from '#platform/http/actor.js';

export type ResourceType = 'space' | 'collection' | 'site';

/** The thing that roles are granted on. */
export interface Resource {
  organizationId: string;
  type: ResourceType;
  id: string;
}

export type GranteeKind = 'user' | 'team';

export interface Grant {
  /** Id of the user or team. */
  grantee: string;
  role: Role;
}
