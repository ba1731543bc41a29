import type { AuditRecord } from '#modules/audit/index.js';
import type { Role } from '#platform/http/actor.js';
import type { SpaceEntity } from './space.entity.js';
import type { SpacePermissions } from './space.policy.js';
import type { PublishedVisibility, Visibility } from './space.values.js';

/** A space in its stored form. */
export type SpaceRecord = Readonly<SpaceEntity>;

/** A space with the permissions of the actor on it. */
export interface SpaceView {
  space: SpaceRecord;
  /** Effective role of the actor; null without any permission. */
  role: Role | null;
  permissions: Readonly<SpacePermissions>;
}

/** The publication of a space: its address and its audience. */
export interface SpacePublication {
  visibility: PublishedVisibility;
  url: string;
  /** Name of the integration that signs in visitors there, if one does. */
  integration?: string | null;
}

/** A revision at which a space is to point. */
export interface RevisionPointer {
  id: string;
  snapshot: string;
}

/** True for a space that is there to be changed: it is neither deleted nor archived. */
export function isWritable(space: SpaceRecord | undefined): space is SpaceRecord {
  return space !== undefined && space.deletedAt === null && space.archivedAt === null;
}

/** The space in the form of the audit log. */
export function auditTarget({ id, title }: Pick<SpaceRecord, 'id' | 'title'>): AuditRecord['target'] {
  return { type: 'space', id, label: title };
}

/** The visibility of a space: to the readers of its site, or to the members with a permission on its parent. */
export function visibilityOf({
  publishedVisibility,
  parentId,
}: Pick<SpaceRecord, 'publishedVisibility' | 'parentId'>): Visibility {
  return publishedVisibility ?? (parentId === null ? 'private' : 'in-collection');
}
