import { denied, HIDDEN, roleVerdict, type Verdict } from '#modules/access/index.js';
import type { Role } from '#platform/http/actor.js';
import type { EditMode } from './space.values.js';

/** The actions on a space, and the role that each requires. */
const NEEDED = {
  /** Read its metadata; besides restoring and purging, the only action on a deleted space. */
  inspect: 'read',
  /** Read its metadata and content. */
  view: 'read',
  comment: 'comment',
  /** Open and edit change requests. */
  edit: 'edit',
  /** Write to the current revision directly. */
  editLive: 'edit',
  review: 'review',
  /** Merge a change request. */
  merge: 'review',
  /** Change its settings, move, duplicate, lock and unlock it, put it on a site. */
  manage: 'create',
  delete: 'create',
  /** Archive and unarchive it. */
  archive: 'create',
  /** Give permissions to others, and list the permissions. */
  invite: 'create',
  /** Read the connection with its repository. */
  viewGit: 'create',
  /** Import from and export to Git. */
  syncGit: 'create',
  installIntegration: 'admin',
  transfer: 'admin',
  restore: 'admin',
  /** Remove it for good before its time; it must be deleted. */
  purge: 'admin',
} as const satisfies Record<string, Role>;

export type SpaceAction = keyof typeof NEEDED;
export const SPACE_ACTIONS = Object.keys(NEEDED) as SpaceAction[];

/** The actions that leave a space as it is, or end its time in the archive; an archived space allows no others. */
const LEFT_IN_ARCHIVE: ReadonlySet<SpaceAction> = new Set<SpaceAction>([
  ...(['inspect', 'view', 'viewGit', 'invite'] as const),
  ...(['archive', 'delete', 'restore', 'purge'] as const),
]);

/** The reason why nobody changes an archived space. */
export const SPACE_IS_ARCHIVED = 'This space is archived. Unarchive it to change it.';

export interface SpaceFacts {
  /** Effective role of the actor on the space. */
  role: Role | null;
  editMode: EditMode;
  isDeleted: boolean;
  isArchived: boolean;
}

/** The `permissions` member of the resource. */
export interface SpacePermissions {
  view: boolean;
  access: boolean;
  admin: boolean;
  viewInviteLinks: boolean;
  edit: boolean;
  triggerGitSync: boolean;
  comment: boolean;
  merge: boolean;
  review: boolean;
  installIntegration: boolean;
}

/**
 * The verdict on an action of the actor on the space. A deleted space is visible only to actors who could have
 * deleted it, and they can only inspect, restore and purge it. An archived space is only read, deleted or unarchived.
 */
export function spaceVerdict(facts: SpaceFacts, action: SpaceAction): Verdict {
  const { role, editMode, isDeleted, isArchived } = facts;
  if (isDeleted) {
    const isLeft = action === 'inspect' || action === 'restore' || action === 'purge';
    if (!isLeft || !roleVerdict(role, NEEDED.manage, 'space').allowed) return HIDDEN;
  }
  const verdict = roleVerdict(role, NEEDED[action], 'space');
  if (verdict.allowed && isArchived && !LEFT_IN_ARCHIVE.has(action)) return denied(SPACE_IS_ARCHIVED);
  if (verdict.allowed && action === 'editLive' && editMode === 'locked') {
    return denied('The space is locked; edit it in a change request.');
  }
  return verdict;
}

const known = new Map<string, Readonly<SpacePermissions>>();

/**
 * The booleans of the resource, each from the verdict that guards the operation. They follow from few facts, and
 * lists need them for every item, so the answers are kept and shared.
 */
export function spacePermissions(facts: SpaceFacts): Readonly<SpacePermissions> {
  const key = `${facts.role}:${facts.editMode}:${facts.isDeleted}:${facts.isArchived}`;
  let permissions = known.get(key);
  if (!permissions) known.set(key, (permissions = Object.freeze(decidePermissions(facts))));
  return permissions;
}

function decidePermissions(facts: SpaceFacts): SpacePermissions {
  const may = (action: SpaceAction): boolean => spaceVerdict(facts, action).allowed;
  return {
    view: may('view'),
    access: may('view'),
    admin: may('manage'),
    viewInviteLinks: may('invite'),
    edit: may('edit'),
    triggerGitSync: may('syncGit'),
    comment: may('comment'),
    merge: may('merge'),
    review: may('review'),
    installIntegration: may('installIntegration'),
  };
}
