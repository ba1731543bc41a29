import type { ImportWarning } from '../folder/import-warning.js';

/** A repository, what opens it apart from its address. */
export interface Repository {
  /** `https://host/path`, `ssh://user@host/path` or `user@host:path`; never with a password. */
  url: string;
  /** For HTTPS. */
  credentials?: { username: string; password: string };
  /** For SSH. */
  ssh?: SshAccess;
}

export interface SshAccess {
  /** In the format of OpenSSH, without a passphrase. */
  privateKey: string;
  /** Key of the host as it was accepted: its type and base64. */
  hostKey: string;
}

export interface RemoteRefs {
  /** Full names of branches and tags with the ids of what they point at. */
  refs: ReadonlyMap<string, string>;
  /** Full name of the branch that HEAD points at, also before its first commit where the server says so. */
  head: string | null;
}

export interface Signature {
  name: string;
  email: string;
  timestamp: Date;
}

export interface CommitInfo {
  oid: string;
  parents: readonly string[];
  /** Without the line end at its end. */
  message: string;
  author: Signature;
  committer: Signature;
}

export interface TreeEntry {
  oid: string;
  /** As Git writes it: 100644, 100755, 120000, 160000. */
  mode: string;
  kind: 'file' | 'link' | 'submodule';
}

export interface FetchedCommit extends CommitInfo {
  /** Full name of the ref it was found at; null where an id was asked for. */
  ref: string | null;
  /** All that can be written again, by path: links and submodules too. Names that are no UTF-8 or unsafe are left out. */
  files: ReadonlyMap<string, TreeEntry>;
  /** A sentence for each file that content cannot be made from. */
  warnings: readonly ImportWarning[];
}

export interface BlobFacts {
  /** In bytes; of a blob that is too large, where it is known. */
  size: number | null;
  /** Larger than a file of a space may be; it cannot be read. */
  isTooLarge: boolean;
  /** Names a file that Git LFS keeps elsewhere. */
  isLfsPointer: boolean;
}

export interface CommitRange {
  /**
   * `same`, `ahead` (base is an ancestor of head), `rewritten` (base is not an ancestor of head any more: somebody forced a push), or `unknown` where the
   * history is longer than is looked through.
   */
  relation: 'same' | 'ahead' | 'rewritten' | 'unknown';
  /** Commits that head has and base has not, newest first; empty unless `ahead`. */
  commits: readonly CommitInfo[];
}

export interface CommitToWrite {
  parents: readonly string[];
  /** Files to write, in any order; each path once. Modes of files that exist are kept. */
  write: AsyncIterable<{ path: string; bytes: Buffer }> | Iterable<{ path: string; bytes: Buffer }>;
  /** Taken away before anything is written. Unknown ones are no mistake. */
  remove?: Iterable<string>;
  /** Files whose mode goes along; `from` is taken away. Git itself knows no renames: it finds them by what is equal. */
  renames?: Iterable<{ from: string; to: string }>;
  message: string;
  author: Signature;
  /** The author when absent. */
  committer?: Signature;
}

export interface PushRequest {
  /** Full name of a branch. */
  ref: string;
  oid: string;
  /** Id that the branch has to be at; null where it must not exist yet. */
  expected: string | null;
  /** Lets `oid` replace a commit that it is not made on top of. */
  force?: boolean;
}

export type PushResult =
  /** Also where the branch is at `oid` already. */
  | { outcome: 'pushed' }
  /** The branch is elsewhere: fetch it and begin anew. */
  | { outcome: 'rejected'; message: string }
  /** The server does not take it, with its own words: a protected branch, a hook. */
  | { outcome: 'refused'; message: string }
  | { outcome: 'no-access'; message: string }
  | { outcome: 'unreachable'; message: string };

/**
 * A repository while it is open: its objects are on this machine as far as they were asked for. Every method throws
 * RemoteProblem, whose message is a sentence for a report and holds no secret.
 */
export interface RemoteRepository {
  listRefs(): Promise<RemoteRefs>;

  /**
   * Fetches one commit with its folders, without its history, and without bytes of files where the server lets us.
   * @param name a branch or tag, short or full, or an id; the branch of HEAD when absent.
   * @throws RemoteProblem `empty` for a repository without a commit, `no-such-ref`.
   */
  fetchCommit(name?: string): Promise<FetchedCommit>;

  /** Brings bytes of files here at once: say which ones are wanted before they are read one by one. */
  loadBlobs(oids: Iterable<string>): Promise<ReadonlyMap<string, BlobFacts>>;

  /** @throws RemoteProblem `too-large`, `no-such-object`. */
  readBlob(oid: string): Promise<Buffer>;

  /** Looks through so much history as is bounded, by commits alone where the server lets us. */
  commitsBetween(base: string, head: string): Promise<CommitRange>;

  /**
   * The newest commit that two commits have in common, looked for as far back as `commitsBetween` looks.
   * @param one @param other ids of commits that were fetched from a ref, or that the server gives by their ids.
   * @returns null where none is found.
   */
  mergeBase(one: string, other: string): Promise<string | null>;

  /**
   * Makes a commit here; equal input makes an equal id, so that it may be made again after a failure. Its first parent has to
   * be fetched. Returns that parent where nothing changes.
   */
  writeCommit(commit: CommitToWrite): Promise<string>;

  push(request: PushRequest): Promise<PushResult>;
}
