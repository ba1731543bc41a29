import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { ImportStage } from '../import/folder-plans.js';
import type { ImportReport } from '../import/import-folder.js';
import type { SyncReport } from '../sync/sync-report.js';

export type GitRunKind = 'upload' | 'git-import' | 'git-export' | 'git-sync';
export type RunState = 'running' | 'success' | 'failure';

/** Input of a run. */
export interface RunInput {
  /** Storage key of an uploaded archive. */
  blob?: string;
  url?: string;
  ref?: string;
  message?: string;
  force?: boolean;
  /** Addresses that the caller wants to see at the space and its commits. */
  treeUrl?: string;
  commitUrl?: string;
  provider?: 'github' | 'gitlab';
}

/** One import or export, which goes on in the background. */
@Entity('import_runs')
export class GitRunEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  @Column({ name: 'actor_id', type: 'text' })
  actorId: string;

  @Column({ type: 'text' })
  kind: GitRunKind;

  /** Shown source: `upload`, or the address without credentials. */
  @Column({ type: 'text' })
  source: string;

  @JsonColumn()
  input: RunInput;

  /** Credentials of the repository, only for as long as the run needs them. */
  @Column({ type: 'text', nullable: true })
  secret: string | null;

  @Column({ type: 'text' })
  state: RunState;

  @Column({ type: 'text' })
  stage: ImportStage;

  @Column({ type: 'integer' })
  done: number;

  @Column({ type: 'integer' })
  total: number;

  @Column({ type: 'integer' })
  attempts: number;

  /** When a process took the run; null while it waits for one. */
  @Column({ name: 'claimed_at', type: 'timestamptz', precision: 3, nullable: true })
  claimedAt: Date | null;

  /** Why it failed, as a sentence. */
  @Column({ type: 'text', nullable: true })
  error: string | null;

  @JsonColumn({ nullable: true })
  report: (ImportReport & { sync?: SyncReport }) | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Last sign of life. */
  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  @Column({ name: 'completed_at', type: 'timestamptz', precision: 3, nullable: true })
  completedAt: Date | null;
}
