import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The size of an organization when all were last counted. */
@Entity('organization_sizes')
export class OrganizationSizeEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ type: 'integer' })
  members: number;

  @Column({ type: 'integer' })
  spaces: number;

  @Column({ type: 'bigint' })
  pages: string;

  @Column({ type: 'bigint' })
  revisions: string;

  @Column({ type: 'bigint' })
  objects: string;

  /** Bytes that objects and what is derived from documents take in the database, without indexes. */
  @Column({ name: 'content_bytes', type: 'bigint' })
  contentBytes: string;

  @Column({ type: 'bigint' })
  files: string;

  @Column({ name: 'file_bytes', type: 'bigint' })
  fileBytes: string;

  @Column({ name: 'counted_at', type: 'timestamptz', precision: 3 })
  countedAt: Date;
}
