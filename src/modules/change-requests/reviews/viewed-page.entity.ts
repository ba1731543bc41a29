import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A page of a change request that a user has looked at. */
@Entity('change_request_viewed_pages')
export class ViewedPageEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @PrimaryColumn({ name: 'page_id', type: 'text' })
  pageId: string;

  /** Identifies the page as it was then: text, settings and parent. */
  @Column({ type: 'text' })
  fingerprint: string;

  @Column({ name: 'viewed_at', type: 'timestamptz', precision: 3 })
  viewedAt: Date;
}
