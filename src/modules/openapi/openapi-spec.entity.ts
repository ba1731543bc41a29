import { Column, Entity, Index } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export const PROCESSING_STATES = ['pending', 'progress', 'complete'] as const;
export type ProcessingState = (typeof PROCESSING_STATES)[number];
export const PROCESSING_ERRORS = ['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR'] as const;
export type ProcessingErrorCode = (typeof PROCESSING_ERRORS)[number];
export const VISIBILITIES = ['private', 'public'] as const;
export type SpecVisibility = (typeof VISIBILITIES)[number];

/** A problem of a specification, which may be an error or a warning. */
export interface SpecProblem {
  message: string;
  code?: string;
}

/** The description of an HTTP API that an organization registered. */
@Entity('openapi_specs')
@Index('openapi_specs_slug_key', ['organizationId', 'slug'], { unique: true, where: 'deletion_id is null' })
@Index('openapi_specs_deleted_idx', ['organizationId', 'slug'], { where: 'deletion_id is not null' })
export class OpenApiSpecEntity extends OrganizationItem {
  @Column({ type: 'text' })
  slug: string;

  /** Address of the source; null for a source that was sent as text. */
  @Column({ name: 'source_url', type: 'text', nullable: true })
  sourceUrl: string | null;

  @Column({ name: 'source_text', type: 'text', nullable: true })
  sourceText: string | null;

  /** Validator of the source at the last reading: the next request fetches it only if it changed. */
  @Column({ name: 'source_etag', type: 'text', nullable: true })
  sourceEtag: string | null;

  @Column({ name: 'source_last_modified', type: 'text', nullable: true })
  sourceLastModified: string | null;

  /** Increases with each request to process the source, so that an outdated job notices. */
  @Column({ name: 'source_number', type: 'integer' })
  sourceNumber: number;

  @Column({ name: 'processing_state', type: 'text' })
  processingState: ProcessingState;

  @Column({ type: 'text' })
  visibility: SpecVisibility;

  /** The newest readable version; null before the first. */
  @Column({ name: 'last_version_id', type: 'text', nullable: true })
  lastVersionId: string | null;

  @Column({ name: 'last_processed_at', type: 'timestamptz', precision: 3, nullable: true })
  lastProcessedAt: Date | null;

  @Column({ name: 'last_error_code', type: 'text', nullable: true })
  lastErrorCode: ProcessingErrorCode | null;

  @JsonColumn({ name: 'last_errors' })
  lastErrors: SpecProblem[];

  /** Number of all errors; `lastErrors` holds the first of them. */
  @Column({ name: 'last_error_count', type: 'integer', default: 0 })
  lastErrorCount: number;

  /** Sorts after the versions of a deleted specification, whose pages keep showing the last one. */
  @Column({ name: 'deletion_id', type: 'text', nullable: true })
  deletionId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
