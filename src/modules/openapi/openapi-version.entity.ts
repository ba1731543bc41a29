import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a specification said at some time; never changed. */
@Entity('openapi_versions')
export class OpenApiVersionEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'openapi_versions_pkey' })
  organizationId: string;

  /** Later versions have ids that sort later. */
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'openapi_versions_pkey' })
  id: string;

  @Column({ name: 'spec_id', type: 'text' })
  specId: string;

  /** Of `source`: the same content makes no second version. */
  @Column({ name: 'source_hash', type: 'text' })
  sourceHash: string;

  /** As it was given. */
  @Column({ type: 'text' })
  source: string;

  /** As JSON of OpenAPI 3.1. */
  @Column({ type: 'text' })
  specification: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
