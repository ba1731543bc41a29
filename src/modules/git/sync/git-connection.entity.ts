import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { FolderLayout } from '../export/write-config.js';
import type { Places } from '../space-tree.js';
import type { GitProvider } from '../remote/provider-credentials.js';

/** Whose version counts where both sides have the same page when they meet for the first time. */
export type FirstDirection = 'git' | 'bindery';

/** Uses of pull requests of the repository. */
export const PULL_REQUEST_USES = ['off', 'preview', 'change-request'] as const;
export type PullRequestUse = (typeof PULL_REQUEST_USES)[number];

/** Blob ids of all files of the folder, by path. */
export type FileIds = Record<string, string>;

/** Why a connection does not go on by itself. */
export interface ConnectionProblem {
  code: string;
  /** A sentence that says what is wrong and what to do. */
  message: string;
  since: string;
}

/** Places where both sides changed the same thing: each side keeps its own until people have decided. */
export interface ParkedConflicts {
  /** Snapshot of the space with its own version at these places. */
  ours: string;
  /** The same with the repository's version at these places. */
  theirs: string;
  /** The change request that shows the repository's version. */
  changeRequestId: string;
  /** Paths of the files that wait. */
  files: string[];
}

/** A commit that was made and may have been pushed already when the process ended. */
export interface PendingPush {
  commit: string;
  snapshot: string;
  files: FileIds;
  places: Places;
  revision: string;
}

/** A folder on a branch of a repository that something here stays the same as: how it is opened, and how it goes. */
export abstract class RepositoryLinkEntity extends OrganizationItem {
  @Column({ type: 'text' })
  provider: GitProvider;

  /** Of the repository, without credentials. */
  @Column({ type: 'text' })
  url: string;

  /** Short name. */
  @Column({ type: 'text' })
  branch: string;

  /** Path of the folder in the repository; empty for all of it. */
  @Column({ type: 'text' })
  folder: string;

  @Column({ type: 'text' })
  priority: FirstDirection;

  /** Template of the subject of commits. */
  @Column({ name: 'commit_message', type: 'text', nullable: true })
  commitMessage: string | null;

  /** Sealed: a token, user name and password, or the private half of the deploy key. */
  @Column({ type: 'bytea', nullable: true })
  secret: Buffer | null;

  /** Installation of the GitHub App that the repository is opened with, where `secret` is null. */
  @Column({ name: 'app_installation_id', type: 'text', nullable: true })
  appInstallationId: string | null;

  /** The id that the host gave the repository, where it was asked. */
  @Column({ name: 'repository_id', type: 'text', nullable: true })
  repositoryId: string | null;

  /** The webhook that we made at the host; null where it was made by hand, or not at all. */
  @Column({ name: 'hook_id', type: 'text', nullable: true })
  hookId: string | null;

  /** Public half of the deploy key. */
  @Column({ name: 'public_key', type: 'text', nullable: true })
  publicKey: string | null;

  /** Key that the host showed when the connection was made. */
  @Column({ name: 'host_key', type: 'text', nullable: true })
  hostKey: string | null;

  /** Sealed: with it the host signs what it says of pushes. */
  @Column({ name: 'webhook_secret', type: 'bytea' })
  webhookSecret: Buffer;

  /** When the host told of a push last; null where it never did. */
  @Column({ name: 'webhook_seen_at', type: 'timestamptz', precision: 3, nullable: true })
  webhookSeenAt: Date | null;

  @Column({ name: 'is_paused', type: 'boolean' })
  isPaused: boolean;

  @Column({ name: 'pull_requests', type: 'text', default: 'preview' })
  pullRequests: PullRequestUse;

  /** True if comments on a pull request and on its change request are in both places. */
  @Column({ name: 'has_pull_comments', type: 'boolean', default: false })
  hasPullComments: boolean;

  @JsonColumn({ nullable: true })
  problem: ConnectionProblem | null;

  /** Runs that failed one after the other. */
  @Column({ type: 'integer' })
  failures: number;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** When both sides were the same last. */
  @Column({ name: 'synced_at', type: 'timestamptz', precision: 3, nullable: true })
  syncedAt: Date | null;

  @Column({ name: 'next_look_at', type: 'timestamptz', precision: 3 })
  nextLookAt: Date;
}

/** A space that stays the same as a folder on a branch of a repository, with the state that both had in common last. */
@Entity('git_connections')
export class GitConnectionEntity extends RepositoryLinkEntity {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** The connection of the site that this one belongs to: it has the secret, and says repository, branch and folder. */
  @Column({ name: 'site_connection_id', type: 'text', nullable: true })
  siteConnectionId: string | null;

  /** Content exactly as the folder had it at `baseCommit`; null before the first run. */
  @Column({ name: 'base_snapshot', type: 'text', nullable: true })
  baseSnapshot: string | null;

  @Column({ name: 'base_commit', type: 'text', nullable: true })
  baseCommit: string | null;

  /** Places of the content in the folder. */
  @JsonColumn({ name: 'base_layout', nullable: true })
  baseLayout: FolderLayout | null;

  @JsonColumn({ name: 'base_files', nullable: true })
  baseFiles: FileIds | null;

  /** Paths of contents in the folder. */
  @JsonColumn({ name: 'base_places', nullable: true })
  basePlaces: Places | null;

  /** The revision of the space up to which its changes are in the repository. */
  @Column({ name: 'space_revision', type: 'text', nullable: true })
  spaceRevision: string | null;

  @JsonColumn({ nullable: true })
  pushing: PendingPush | null;

  @JsonColumn({ nullable: true })
  parked: ParkedConflicts | null;
}
