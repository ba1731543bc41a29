import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The snapshot that the rows of `content_pages` show for a space. */
@Entity('content_projections')
export class ContentProjectionEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  @Column({ type: 'text' })
  snapshot: string;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
