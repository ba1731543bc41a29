import type { Actor } from '#platform/http/actor.js';

/** A revision as a place to write on. */
export interface LineRevision {
  id: string;
  /** Hash of the content. */
  snapshot: string;
}

/** A revision that a writer made. */
export interface MadeRevision extends LineRevision {
  actor: Actor;
}

/** Something whose content moves from revision to revision: a live space, or a change request. */
export interface ContentLine {
  actor: Actor;
  organizationId: string;
  spaceId: string;
  changeRequestId?: string;
  /** The newest revision when the request came in. */
  head: LineRevision;
  /** The revision that `revert_page` goes back to when it names none. */
  base(): Promise<LineRevision>;
  /** Inside the transaction: takes the row lock, decides again whether writing is allowed, answers the newest revision. */
  lock(): Promise<LineRevision>;
  /** Inside the transaction: moves the line on, over revisions that follow one another, to the last of them. */
  advance(made: readonly MadeRevision[]): Promise<void>;
}
