import type { Role } from '#platform/http/actor.js';
import type { SpaceEntity } from './space.entity.js';
import type { SpacePermissions } from './space.policy.js';

export const EDIT_MODES = ['live', 'locked'] as const;
export type EditMode = (typeof EDIT_MODES)[number];

/** Audience of the site that shows a space. */
export type PublishedVisibility = 'public' | 'unlisted' | 'share-link' | 'visitor-auth';

/** A space as it is stored. */
export type SpaceRecord = Readonly<SpaceEntity>;

/** A space with what the actor may do with it. */
export interface SpaceView {
  space: SpaceRecord;
  /** Effective role of the actor; null when nothing lets them in. */
  role: Role | null;
  permissions: SpacePermissions;
}

/** Whose content is read, or null for what no published site shows. */
export interface PublishedPlace {
  visibility: PublishedVisibility;
  url: string;
}

/** A revision to point a space at. */
export interface RevisionPointer {
  id: string;
  snapshot: string;
}
