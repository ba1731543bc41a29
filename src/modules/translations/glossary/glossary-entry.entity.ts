import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';

/** A term in several languages. */
@Entity('glossary_entries')
export class GlossaryEntryEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'glossary_entries_pkey' })
  organizationId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'glossary_entries_pkey' })
  id: string;

  /** Terms by language. */
  @JsonColumn()
  translations: Record<string, string>;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
