import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A term in several languages. */
@Entity('glossary_entries')
export class GlossaryEntryEntity extends OrganizationItem {
  /** Terms by language. */
  @JsonColumn()
  translations: Record<string, string>;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
