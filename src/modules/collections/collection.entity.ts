import type { DefaultLevel } from '#modules/access/index.js';
import { Column, Entity, Index, Unique } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A folder of spaces and further collections. */
@Entity('collections')
@Unique('collections_id_key', ['id'])
@Index('collections_parent_index', ['organizationId', 'parentId', 'position'])
export class CollectionEntity extends OrganizationItem {
  /** Null at the root of the organization. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  /** Fractional key; unique among the spaces and collections of one parent. */
  @Column({ type: 'text', collation: 'C' })
  position: string;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ name: 'default_level', type: 'text', nullable: true })
  defaultLevel: DefaultLevel;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Null for a collection that is not archived; what was archived with it has the same time. */
  @Column({ name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true })
  archivedAt: Date | null;
}
