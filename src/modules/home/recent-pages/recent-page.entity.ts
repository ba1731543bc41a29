import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A page that a member read lately in the app. */
@Entity('recent_pages')
@Index('recent_pages_user_idx', ['organizationId', 'userId', 'readAt'])
export class RecentPageEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  @PrimaryColumn({ name: 'page_id', type: 'text' })
  pageId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** Its title when it was read. */
  @Column({ type: 'text' })
  title: string;

  @Column({ name: 'read_at', type: 'timestamptz', precision: 3 })
  readAt: Date;
}
