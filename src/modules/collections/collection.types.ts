import type { AuditRecord } from '#modules/audit/index.js';
import type { Role } from '#platform/http/actor.js';
import type { CollectionEntity } from './collection.entity.js';
import type { CollectionPermissions } from './collection.policy.js';

/** A collection as it is stored. */
export type CollectionRecord = Readonly<CollectionEntity>;

/** A collection with what the actor may do with it. */
export interface CollectionView {
  collection: CollectionRecord;
  /** Effective role of the actor. */
  role: Role | null;
  permissions: CollectionPermissions;
}

/** The collection as the audit log names it. */
export function auditTarget({ id, title }: CollectionRecord): AuditRecord['target'] {
  return { type: 'collection', id, label: title };
}
