import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** The whole content of a space, or of a change request, at one moment. */
@Entity('content_revisions')
export class ContentRevisionEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  @Column({ name: 'change_request_id', type: 'text', nullable: true })
  changeRequestId: string | null;

  @Column({ type: 'text' })
  type: string;

  @Column({ type: 'text', array: true })
  parents: string[];

  /** Length of the longest path to a revision without parents; limits the search for common ancestors. */
  @Column({ type: 'integer' })
  generation: number;

  @Column({ type: 'text' })
  snapshot: string;

  @Column({ type: 'text', nullable: true })
  author: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @JsonColumn({ nullable: true })
  git: unknown;

  @Column({ name: 'merged_from', type: 'text', nullable: true })
  mergedFrom: string | null;

  @Column({ type: 'text', nullable: true })
  message: string | null;

  /** Of an autosave: the revision before the run of autosaves that it belongs to. */
  @Column({ name: 'run_base', type: 'text', nullable: true })
  runBase: string | null;

  @Column({ name: 'run_started_at', type: 'timestamptz', precision: 3, nullable: true })
  runStartedAt: Date | null;

  /** The autosave that continued this one, which no list shows since then. */
  @Column({ name: 'superseded_by', type: 'text', nullable: true })
  supersededBy: string | null;

  @Column({ name: 'superseded_at', type: 'timestamptz', precision: 3, nullable: true })
  supersededAt: Date | null;

  /** Set when nothing needs the revision any more, as when its space was purged; batches then delete it. */
  @Column({ name: 'released_at', type: 'timestamptz', precision: 3, nullable: true })
  releasedAt: Date | null;
}
