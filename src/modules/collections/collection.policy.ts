import { roleVerdict, type Verdict } from '#modules/access/index.js';
import type { Role } from '#platform/http/actor.js';

/** Actions on a collection, and the role each needs. */
const NEEDED = {
  view: 'read',
  /** Change its settings, move and delete it. */
  manage: 'create',
  /** Make or put spaces and collections in it. */
  create: 'create',
  /** Let others in and see who was let in. */
  invite: 'create',
  transfer: 'admin',
} as const satisfies Record<string, Role>;

export type CollectionAction = keyof typeof NEEDED;
export const COLLECTION_ACTIONS = Object.keys(NEEDED) as CollectionAction[];

/** The `permissions` member of the resource. */
export interface CollectionPermissions {
  view: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  create: boolean;
}

/** Decides on an action of an actor with this effective role on the collection. */
export function collectionVerdict(role: Role | null, action: CollectionAction): Verdict {
  return roleVerdict(role, NEEDED[action], 'collection');
}

/** The booleans of the resource, each from the verdict that guards the operation. */
export function collectionPermissions(role: Role | null): CollectionPermissions {
  const may = (action: CollectionAction): boolean => collectionVerdict(role, action).allowed;
  return { view: may('view'), admin: may('manage'), viewInviteLinks: may('invite'), create: may('create') };
}
