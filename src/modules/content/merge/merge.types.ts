import type { Json } from '../content.types.js';

/**
 * - `block`: one block of a document, or a block deleted on one side and edited on the other
 * - `field`: one field of a page
 * - `document`: the whole content of a page, where both sides have no common base on which to merge blocks
 * - `page-deleted`: a page deleted on one side, with an edit in it or below it on the other
 * - `parent`: moved to different places, or into each other's subtree
 * - the others: one entry of the space, by its key
 */
export type ConflictKind =
  | 'block'
  | 'field'
  | 'document'
  | 'page-deleted'
  | 'parent'
  | 'file'
  | 'reusable-content'
  | 'variable'
  | 'tag'
  | 'redirect';

export type ConflictChoice = 'main' | 'mine' | 'both';

export interface ContentConflict {
  /** Identifies the place, so it is the same in every merge that has a conflict there. */
  id: string;
  /** Identifies the three values: a resolution holds only while they are the same. */
  fingerprint: string;
  kind: ConflictKind;
  page?: string;
  file?: string;
  reusableContent?: string;
  /** Field of the page or reusable content, or key of the variable, tag or redirect. */
  field?: string;
  /** Key of the block; blocks without a key are named by their position, `~2`. */
  block?: string;
  /** Values for display, null where a side has no value; hashes stand for documents, pages and very long values. */
  base: Json;
  main: Json;
  mine: Json;
  choices: ConflictChoice[];
}

export interface ConflictResolution {
  fingerprint: string;
  choice: ConflictChoice;
}

/** Choices by conflict id. */
export type ConflictResolutions = ReadonlyMap<string, ConflictResolution>;

export interface MergeInput {
  /** Snapshot of the last common revision. */
  base: string;
  main: string;
  mine: string;
  /** Decisions about conflicts; `main` has main keep its own in all of them. */
  resolutions?: ConflictResolutions | 'main';
}

export interface MergeResult {
  /** With open conflicts the snapshot has mine's values at their places. */
  snapshot: string;
  /** Conflicts without a valid resolution. */
  conflicts: ContentConflict[];
  /** All conflicts of the merge, resolved ones included. */
  met: ContentConflict[];
}
