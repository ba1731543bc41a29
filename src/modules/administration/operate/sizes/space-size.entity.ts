import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The size of a space when all were last counted. Deleted ones count until they are cleared away. */
@Entity('space_sizes')
export class SpaceSizeEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  @Column({ type: 'bigint' })
  pages: string;

  @Column({ type: 'bigint' })
  revisions: string;
}
