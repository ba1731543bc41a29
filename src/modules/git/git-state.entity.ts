import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { Places } from './space-tree.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The last import or export of a space. */
@Entity('git_states')
export class GitStateEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Content exactly as the folder had it: where the next import starts from. */
  @Column({ type: 'text' })
  snapshot: string;

  /** Places of the content in the folder. */
  @JsonColumn()
  config: { root: string; readme: string; summary: string };

  /** Of the repository, without credentials; null for a folder. */
  @Column({ type: 'text', nullable: true })
  url: string | null;

  @Column({ type: 'text', nullable: true })
  ref: string | null;

  /** Id of the commit. */
  @Column({ type: 'text', nullable: true })
  commit: string | null;

  /**
   * Paths in the folder of the commit, where they are others than those from which contents were read. Null where the snapshot is not what
   * the commit says.
   */
  @JsonColumn({ nullable: true })
  places: Places | null;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
