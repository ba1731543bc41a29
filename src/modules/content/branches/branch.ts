import type { Actor } from '#platform/http/actor.js';
import type { GitCommit, Revision, RevisionType } from '../content.types.js';
import type { Revisions } from '../revisions/revision.service.js';

/** The newest revision of a branch. */
export interface BranchHead {
  id: string;
  /** Hash of the content. */
  snapshot: string;
}

/** A user who made a revision. */
export interface Author {
  userId: string;
}

export interface BranchPlace {
  organizationId: string;
  spaceId: string;
  /** Absent for the main content of the space. */
  changeRequestId?: string | undefined;
}

export interface NewCommit {
  type: RevisionType;
  /** Hash of content that is stored. */
  snapshot: string;
  /** The revision that a merge or an update brings in. */
  merged?: string;
  message?: string | undefined;
  git?: GitCommit | undefined;
  /** The change request that a merge brings in. */
  mergedFrom?: string;
}

/** A revision that the head of a branch moves to. */
export interface Committed {
  revision: Revision;
  author: Author | null;
  /** The revision that it brings in. */
  merged?: string | undefined;
  /** True for an autosave that is one revision with the one before it. */
  continues?: boolean;
}

/** Edits of one author that become a revision of the branch. */
export interface AuthoredEdits {
  author: Author;
  /** Hash of content that is stored. */
  snapshot: string;
  autosave?: boolean | undefined;
}

/**
 * A sequence of revisions with a pointer at the newest one: the main content of a space, or a change request. Everything that changes
 * content commits to a branch, under its lock and in one transaction.
 */
export abstract class Branch implements BranchPlace {
  readonly organizationId: string;
  readonly spaceId: string;
  readonly changeRequestId: string | undefined;

  constructor(
    private readonly revisions: Revisions,
    { organizationId, spaceId, changeRequestId }: BranchPlace,
  ) {
    this.organizationId = organizationId;
    this.spaceId = spaceId;
    this.changeRequestId = changeRequestId;
  }

  /** The revision that was read last; current while the branch is locked. */
  abstract get head(): BranchHead;

  /** The revision with which the content of the branch is compared. */
  abstract base(): Promise<BranchHead>;

  /**
   * Inside a transaction: locks the branch until it ends, and decides again whether the actor may write.
   * @returns the head. @throws NotFound, Forbidden, Conflict
   */
  abstract lock(actor: Actor): Promise<BranchHead>;

  /**
   * Points the branch at the last of several consecutive revisions.
   * @throws Conflict when the head has moved meanwhile.
   */
  protected abstract moveHead(commits: readonly Committed[]): Promise<void>;

  /**
   * Inside the transaction that holds the lock: adds a revision made from the head, and moves the head to it.
   * @param author null when no single user made the edits.
   * @throws Conflict when the head has moved meanwhile.
   */
  async commit(author: Author | null, { merged, ...commit }: NewCommit): Promise<Revision> {
    this.revisions.requireTransaction();
    const { organizationId, spaceId, changeRequestId, head } = this;
    const revision = await this.revisions.commit(organizationId, {
      ...commit,
      ...{ spaceId, changeRequestId: changeRequestId ?? null },
      parents: merged === undefined ? [head.id] : [head.id, merged],
      author: author?.userId ?? null,
    });
    await this.moveHead([{ revision, author, merged }]);
    return revision;
  }

  /** As `commit`, for edits of several authors, each made from the revision before, in one statement. */
  async commitEdits(edits: readonly AuthoredEdits[]): Promise<Revision[]> {
    this.revisions.requireTransaction();
    const { organizationId, spaceId, changeRequestId = null, head } = this;
    const sequence = await this.revisions.commitEdits(
      organizationId,
      { spaceId, changeRequestId, parent: head.id },
      edits.map(({ author, ...edit }) => ({ ...edit, author: author.userId })),
    );
    await this.moveHead(sequence.map((made, i) => ({ ...made, author: edits[i]!.author })));
    return sequence.map(({ revision }) => revision);
  }
}
