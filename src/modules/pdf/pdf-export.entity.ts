import { Column, Entity, Index, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export type PdfExportState = 'waiting' | 'making' | 'ready' | 'failed';

/** Input from which a PDF is made. */
export interface PdfRecipe {
  /** Hash of the content. */
  snapshot: string;
  /** Addresses of pages outside of the file lead into this change request. */
  changeRequestId?: string;
  /** The page to begin at; the whole space when absent. */
  pageId?: string;
  /** Claims of the reader of a site; only pages they may see are printed. Absent for members, who may see all. */
  claims?: Record<string, unknown>;
  /** Without the pages below it. */
  only?: boolean;
}

/** A PDF that was asked for: one row for everybody who asks for the same, made once. */
@Entity('pdf_exports')
@Unique('pdf_exports_key', ['organizationId', 'key'])
@Index('pdf_exports_used', ['usedAt'])
@Index('pdf_exports_blob', ['organizationId', 'blob'])
export class PdfExportEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Hash of everything that decides what the file says. */
  @Column({ type: 'text' })
  key: string;

  @JsonColumn()
  recipe: PdfRecipe;

  /** Name of the file, without its extension. */
  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  state: PdfExportState;

  /** Storage key of the bytes, once it is ready. */
  @Column({ type: 'text', nullable: true })
  blob: string | null;

  /** Why it failed, as a sentence. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Last change of the state; a file that has been in the making for too long is made again. */
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Last time somebody asked for it. */
  @Column({ name: 'used_at', type: 'timestamptz', precision: 3 })
  usedAt: Date;
}
