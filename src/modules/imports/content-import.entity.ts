import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export const IMPORT_STATUSES = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** Source of an import; files by the keys of their uploads. */
export type ImportSource = { type: 'website'; url: string } | { type: 'file'; files: string[] };

/** One import of a website or of files into a space, which goes on in the background. */
@Entity('content_imports')
export class ContentImportEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Change request to import into, when one was asked for. */
  @Column({ name: 'change_request_id', type: 'text', nullable: true })
  changeRequestId: string | null;

  /** Page to import below. */
  @Column({ name: 'page_id', type: 'text', nullable: true })
  pageId: string | null;

  @Column({ name: 'actor_id', type: 'text' })
  actorId: string;

  @JsonColumn()
  source: ImportSource;

  @Column({ type: 'text' })
  status: ImportStatus;

  /** Number of claims so far: a process whose claim was taken over writes nothing any more. */
  @Column({ type: 'integer' })
  attempts: number;

  /** Why it failed, as a sentence. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  /** Change request that holds the content: the one asked for, or one that was opened because the space is locked. */
  @Column({ name: 'landed_change_request_id', type: 'text', nullable: true })
  landedChangeRequestId: string | null;

  /** Revision that the content came with. */
  @Column({ name: 'revision_id', type: 'text', nullable: true })
  revisionId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3, nullable: true })
  startedAt: Date | null;

  /** Last sign of life. */
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true })
  endedAt: Date | null;
}
