import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { SelectionInput } from './presence.dto.js';

/** A page that somebody has open in an editor. */
@Entity('page_presences')
export class PagePresenceEntity {
  @PrimaryColumn({ name: 'page_id', type: 'text' })
  pageId: string;

  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Empty for the main content of the space. */
  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** Tells the windows of one person apart. */
  @PrimaryColumn({ type: 'text' })
  client: string;

  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ type: 'text', nullable: true })
  block: string | null;

  @JsonColumn({ nullable: true })
  selection: SelectionInput | null;

  @Column({ type: 'boolean' })
  typing: boolean;

  @Column({ name: 'seen_at', type: 'timestamptz', precision: 3 })
  seenAt: Date;
}
