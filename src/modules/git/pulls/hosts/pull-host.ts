import type { ProviderAccess } from '../../providers/provider-access.js';

export type PullState = 'open' | 'merged' | 'closed';

/** A pull request as its host describes it. */
export interface HostPull {
  number: number;
  title: string;
  author: string;
  /** Address for people. */
  url: string;
  state: PullState;
  /** True unless the host says that its branch is in the repository itself. */
  isFork: boolean;
  /** Id of its newest commit; of some hosts the beginning of it only. */
  head: string;
  /** Full name of a ref of the repository that is at its newest commit; null where the repository has no such ref. */
  ref: string | null;
  /** Short name of the branch that it is to be merged into. */
  target: string;
  /** Changes whenever something about it does, comments included. */
  updated: string;
}

export interface HostComment {
  id: string;
  author: string;
  /** Markdown. */
  body: string;
  /** The file that it is about. */
  path?: string;
}

export interface CommitStatus {
  state: 'success' | 'failure';
  /** Tells statuses of one commit apart. */
  context: string;
  description: string;
  url: string;
}

/** Questions about pull requests to a host of repositories. All methods throw as `HostApi.send`. */
export interface PullHost {
  /** Null for one that is not there. */
  get(access: ProviderAccess, number: number): Promise<HostPull | null>;
  listOpen(access: ProviderAccess): Promise<HostPull[]>;
  setStatus(access: ProviderAccess, oid: string, status: CommitStatus): Promise<void>;
  /** Comments of people and programs, on the whole and on lines, the oldest first. */
  listComments(access: ProviderAccess, number: number): Promise<HostComment[]>;
  /** @returns its id. */
  addComment(access: ProviderAccess, number: number, body: string): Promise<string>;
  updateComment(access: ProviderAccess, number: number, id: string, body: string): Promise<void>;
  deleteComment(access: ProviderAccess, number: number, id: string): Promise<void>;
  /** False for one that was deleted. Lists are bounded, so that one may be missing in them and be there. */
  hasComment(access: ProviderAccess, number: number, id: string): Promise<boolean>;
  /** Closes it without merging it. */
  close(access: ProviderAccess, number: number): Promise<void>;
}
