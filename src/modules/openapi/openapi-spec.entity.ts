import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';

export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];
export const PROCESSING_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type ProcessingErrorCode = (typeof PROCESSING_ERRORS)[number];
export const VISIBILITIES = ['private', 'public'] as const;
export type SpecVisibility = (typeof VISIBILITIES)[number];

/** What is wrong with a specification, or only odd about it. */
export interface SpecProblem {
  message: string;
  code?: string;
}

/** The description of an HTTP API that an organization registered. */
@Entity('openapi_specs')
@Index('openapi_specs_slug_key', ['organizationId', 'slug'], { unique: true, where: 'deletion_id is null' })
@Index('openapi_specs_deleted_idx', ['organizationId', 'slug'], { where: 'deletion_id is not null' })
export class OpenApiSpecEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'openapi_specs_pkey' })
  organizationId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'openapi_specs_pkey' })
  id: string;

  @Column({ type: 'text' })
  slug: string;

  /** Where to fetch it from; null when it was given as text. */
  @Column({ name: 'source_url', type: 'text', nullable: true })
  sourceUrl: string | null;

  @Column({ name: 'source_text', type: 'text', nullable: true })
  sourceText: string | null;

  /** What came with the source when it was last read: it is asked for again only if it changed since. */
  @Column({ name: 'source_etag', type: 'text', nullable: true })
  sourceEtag: string | null;

  @Column({ name: 'source_last_modified', type: 'text', nullable: true })
  sourceLastModified: string | null;

  /** Goes up with each request to process the source, so that a job that was overtaken notices. */
  @Column({ name: 'source_number', type: 'integer' })
  sourceNumber: number;

  @Column({ name: 'processing_state', type: 'text' })
  processingState: ProcessingState;

  @Column({ type: 'text' })
  visibility: SpecVisibility;

  /** The newest version that could be read; null before there is one. */
  @Column({ name: 'last_version_id', type: 'text', nullable: true })
  lastVersionId: string | null;

  @Column({ name: 'last_processed_at', type: 'timestamptz', precision: 3, nullable: true })
  lastProcessedAt: Date | null;

  @Column({ name: 'last_error_code', type: 'text', nullable: true })
  lastErrorCode: ProcessingErrorCode | null;

  @JsonColumn({ name: 'last_errors' })
  lastErrors: SpecProblem[];

  /** Of these, the first are in `lastErrors`. */
  @Column({ name: 'last_error_count', type: 'integer', default: 0 })
  lastErrorCount: number;

  /** Sorts after its versions, where the specification was deleted: pages that show it keep what it said last. */
  @Column({ name: 'deletion_id', type: 'text', nullable: true })
  deletionId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
