import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A page of the current content of a space, for fast reads; it can be rebuilt at any time. */
@Entity('content_pages')
export class ContentPageEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  @PrimaryColumn({ name: 'page_id', type: 'text' })
  pageId: string;

  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  /** Siblings sort by it, byte by byte. */
  @Column({ type: 'text' })
  position: string;

  @Column({ type: 'text' })
  path: string;

  @Column({ type: 'text' })
  slug: string;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text' })
  type: string;

  @Column({ name: 'document_hash', type: 'text', nullable: true })
  documentHash: string | null;

  @Column({ name: 'page_hash', type: 'text' })
  pageHash: string;

  @Column({ type: 'boolean' })
  hidden: boolean;

  @Column({ name: 'no_index', type: 'boolean' })
  noIndex: boolean;

  /** The references of the page's own fields, as `DocumentReference[]`; null when the fields have no references. */
  @JsonColumn({ nullable: true })
  refs: unknown;
}
