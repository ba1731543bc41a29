import { denied, roleVerdict, type Verdict } from '#modules/access/index.js';
import type { Role } from '#platform/http/actor.js';

/** Actions on a collection, and the role each needs. */
const NEEDED = {
  view: 'read',
  /** Change its settings and move it. */
  manage: 'create',
  delete: 'create',
  /** Archive and unarchive it, with what is in it. */
  archive: 'create',
  /** Make or put spaces and collections in it. */
  create: 'create',
  /** Let others in and see who was let in. */
  invite: 'create',
  transfer: 'admin',
} as const satisfies Record<string, Role>;

export type CollectionAction = keyof typeof NEEDED;
export const COLLECTION_ACTIONS = Object.keys(NEEDED) as CollectionAction[];

/** The actions that an archived collection still allows. */
const LEFT_IN_ARCHIVE: ReadonlySet<CollectionAction> = new Set<CollectionAction>([
  ...(['view', 'invite', 'archive', 'delete'] as const),
]);

export interface CollectionFacts {
  /** Effective role of the actor on the collection. */
  role: Role | null;
  isArchived: boolean;
}

/** The `permissions` member of the resource. */
export interface CollectionPermissions {
  view: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  create: boolean;
}

/** The verdict on an action of the actor on the collection. */
export function collectionVerdict({ role, isArchived }: CollectionFacts, action: CollectionAction): Verdict {
  const verdict = roleVerdict(role, NEEDED[action], 'collection');
  if (verdict.allowed && isArchived && !LEFT_IN_ARCHIVE.has(action))
    return denied('This collection is archived. Unarchive it to change it.');
  return verdict;
}

/** The booleans of the resource, each from the verdict that guards the operation. */
export function collectionPermissions(facts: CollectionFacts): CollectionPermissions {
  const may = (action: CollectionAction): boolean => collectionVerdict(facts, action).allowed;
  return { view: may('view'), admin: may('manage'), viewInviteLinks: may('invite'), create: may('create') };
}
