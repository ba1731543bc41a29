import type { GitConnection, GitRun, RepositoryCheck } from '#modules/git/index.js';
import type { FormState } from '#modules/member-pages/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { GitUrls } from './git-urls.js';

/** A space that is not connected to a repository. */
export interface SetUpView {
  space: SpaceRecord;
  urls: GitUrls;
  /** Address that another page has handed on. */
  address: string;
  /** Branches of a repository that was checked; null before that, and for one over SSH. */
  check: RepositoryCheck | null;
  state: FormState;
}

/** A space with its repository. */
export interface ConnectionView {
  space: SpaceRecord;
  urls: GitUrls;
  connection: GitConnection;
  state: FormState;
}

export interface ConnectionStateView extends ConnectionView {
  /** The latest runs, newest first. */
  runs: readonly GitRun[];
  /** The change request in which people decide about conflicts, while it is open. */
  request: { number: number; href: string } | null;
  /** Name of who made the connection; null for somebody who is deleted. */
  connectedBy: string | null;
}

export interface ConnectionSettingsView extends ConnectionView {
  webhook: { url: string; secret: string };
}
