import type {
  ConnectRepositoryBody,
  CheckRepositoryBody,
  GitConnection,
  GitRun,
  HostRepository,
  RepositoryCheck,
  SiteConnection,
  UpdateConnectionBody,
} from '#modules/git/index.js';
import type { FormState } from '#modules/member-pages/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { GitUrls } from './git-urls.js';

/** A space or a site, as the forms about its repository change it. */
export interface ConnectedPlace {
  word: 'space' | 'site';
  check(body: CheckRepositoryBody): Promise<RepositoryCheck>;
  connect(body: ConnectRepositoryBody): Promise<unknown>;
  sync(): Promise<unknown>;
  update(body: UpdateConnectionBody): Promise<unknown>;
  disconnect(): Promise<unknown>;
}

/** A space or a site that is not connected to a repository. */
export interface SetUpView {
  word: 'space' | 'site';
  root: string;
  /** Address at which a repository is imported once; null where that cannot be. */
  importUrl: string | null;
  /** Address that another page has handed on. */
  address: string;
  /** Repositories of linked accounts of GitHub, which open without a token. */
  repositories: readonly HostRepository[];
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

/** The settings of the connection of a space or a site. */
export interface ConnectionSettingsView {
  word: 'space' | 'site';
  /** Of the page about the connection, and of its settings. */
  urls: { root: string; settings: string };
  /** Address of the list of change requests, where there is one. */
  changesUrl: string | null;
  connection: GitConnection | SiteConnection;
  state: FormState;
  webhook: { url: string; secret: string };
}
