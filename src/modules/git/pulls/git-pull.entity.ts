import { Column, Entity, Index, Unique } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { PullState } from './hosts/pull-host.js';

/** A pull request of a connected repository, with what came of it here. */
@Entity('git_pulls')
@Unique('git_pulls_number_key', ['organizationId', 'connectionId', 'number'])
@Index('git_pulls_space_idx', ['organizationId', 'spaceId', 'number'])
@Index('git_pulls_change_request_idx', ['organizationId', 'changeRequestId'], {
  where: 'change_request_id is not null',
})
export class GitPullEntity extends OrganizationItem {
  @Column({ name: 'connection_id', type: 'text' })
  connectionId: string;

  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** As the host counts. */
  @Column({ type: 'int' })
  number: number;

  @Column({ type: 'text' })
  title: string;

  /** Name of the author at the host. */
  @Column({ type: 'text' })
  author: string;

  /** Address at the host, for people. */
  @Column({ type: 'text' })
  url: string;

  /** True also where the host does not say: nothing of such a pull request is trusted. */
  @Column({ name: 'is_fork', type: 'boolean' })
  isFork: boolean;

  @Column({ type: 'text' })
  state: PullState;

  /** Time of its last change when it was looked at, in the words of the host. */
  @Column({ name: 'host_updated', type: 'text', default: '' })
  hostUpdated: string;

  /** The commit that was read last. */
  @Column({ type: 'text', nullable: true })
  head: string | null;

  /** Content that the commit was merged into, and is compared with. */
  @Column({ name: 'main_snapshot', type: 'text', nullable: true })
  mainSnapshot: string | null;

  /** Revision with the content as it would be after a merge; null where the pull request changes none. */
  @Column({ name: 'revision_id', type: 'text', nullable: true })
  revisionId: string | null;

  /** True if it changes files outside of the connected folder too. */
  @Column({ name: 'has_other_files', type: 'boolean', default: false })
  hasOtherFiles: boolean;

  @Column({ name: 'change_request_id', type: 'text', nullable: true })
  changeRequestId: string | null;

  /** True while the change request is archived because the pull request was closed. */
  @Column({ name: 'is_request_archived', type: 'boolean', default: false })
  isRequestArchived: boolean;

  /** Why there is no preview of the newest commit, as a sentence for members. */
  @Column({ type: 'text', nullable: true })
  problem: string | null;

  /** Id of our comment at the host. */
  @Column({ name: 'comment_id', type: 'text', nullable: true })
  commentId: string | null;

  /** Digest of what the host was told last. */
  @Column({ type: 'text', nullable: true })
  told: string | null;

  /** Why the host could not be told, as a sentence for members. */
  @Column({ name: 'host_problem', type: 'text', nullable: true })
  hostProblem: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
