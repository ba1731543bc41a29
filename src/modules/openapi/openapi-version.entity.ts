import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A version of a specification; versions never change. */
@Entity('openapi_versions')
export class OpenApiVersionEntity extends OrganizationRow {
  /** Ids sort in the order of the versions. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'spec_id', type: 'text' })
  specId: string;

  /** Hash of `source`: the same content makes no second version. */
  @Column({ name: 'source_hash', type: 'text' })
  sourceHash: string;

  /** The source as it was sent or fetched. */
  @Column({ type: 'text' })
  source: string;

  /** The specification as JSON of OpenAPI 3.1. */
  @Column({ type: 'text' })
  specification: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
