import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

export const ITEM_STATUSES = ['pending', 'completed', 'skipped', 'failed'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** Outcome of one page or file of an import. */
@Entity('content_import_items')
export class ContentImportItemEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'import_id', type: 'text' })
  importId: string;

  @PrimaryColumn({ type: 'integer' })
  position: number;

  /** Address of a page of a website, or path of a file. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'text' })
  status: ItemStatus;

  /** Why it was skipped, has failed, or came with a flaw; a sentence. */
  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ type: 'text', nullable: true })
  title: string | null;

  /** Page that it became. */
  @Column({ name: 'page_id', type: 'text', nullable: true })
  pageId: string | null;
}
