import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { ImportWarning } from '../folder/import-warning.js';
import type { ImportStage } from '../import/folder-plans.js';
import type { RunState } from '../runs/git-run.entity.js';

/** The findings and changes of a run of a site. */
export interface SiteReport {
  /** The commit whose structure came in; absent where the file said nothing new. */
  imported?: string;
  /** The commit that was pushed; absent where the site had nothing new. */
  exported?: string;
  /** A sentence for each space that came or went. */
  changes: string[];
  warnings: ImportWarning[];
}

/** One exchange of the structure of a site with its repository, in the background. */
@Entity('git_site_runs')
export class SiteRunEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ name: 'actor_id', type: 'text' })
  actorId: string;

  /** Address of the repository. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'text' })
  state: RunState;

  @Column({ type: 'text' })
  stage: ImportStage;

  @Column({ type: 'integer' })
  attempts: number;

  /** When a process took the run; null while it waits for one. */
  @Column({ name: 'claimed_at', type: 'timestamptz', precision: 3, nullable: true })
  claimedAt: Date | null;

  /** Why it failed, as a sentence. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  /** Also of a run that failed because of what the file says. */
  @JsonColumn({ nullable: true })
  report: SiteReport | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Last sign of life. */
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  @Column({ name: 'completed_at', type: 'timestamptz', precision: 3, nullable: true })
  completedAt: Date | null;
}
