import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { SelectionInput } from './presence.dto.js';

/** A text that somebody has open in an editor. */
@Entity('presences')
export class PresenceEntity {
  /** Id of a page or a reusable content. */
  @PrimaryColumn({ name: 'text_id', type: 'text' })
  textId: string;

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
