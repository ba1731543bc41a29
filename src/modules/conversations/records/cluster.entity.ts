import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** Issues that are about the same thing. */
@Entity('conversation_clusters')
export class ClusterEntity extends OrganizationItem {
  @Column({ type: 'text' })
  label: string;

  @Column({ type: 'text' })
  summary: string;

  @Column({ type: 'text' })
  icon: string;

  /** The middle of its issues, packed as their vectors are. */
  @Column({ type: 'bytea', nullable: true })
  centroid: Buffer | null;

  @Column({ type: 'text', nullable: true })
  model: string | null;

  /** Stems of its issues' words, the commonest first. */
  @Column({ type: 'text', array: true })
  terms: string[];

  @Column({ type: 'int' })
  issues: number;

  @Column({ type: 'int' })
  conversations: number;

  /** Number of issues by source. */
  @JsonColumn()
  sources: Record<string, number>;

  /** Issues that came since it was last asked whether it is still one thing. */
  @Column({ type: 'int' })
  changes: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
