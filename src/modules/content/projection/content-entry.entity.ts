import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A file, a reusable content or a tag of the current content of a space; like `content_pages`, it can be rebuilt at any time. */
@Entity('content_entries')
export class ContentEntryEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** `file`, `reusable-content` or `tag`. */
  @PrimaryColumn({ type: 'text' })
  kind: string;

  @PrimaryColumn({ name: 'entry_id', type: 'text' })
  entryId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ name: 'document_hash', type: 'text', nullable: true })
  documentHash: string | null;

  /** Bytes of a file, so that files can be listed by size; null for others. */
  @Column({ type: 'bigint', nullable: true })
  size: number | null;
}
