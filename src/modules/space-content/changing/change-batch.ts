import type {
  Branch,
  BranchHead,
  ContentEdit,
  ContentTag,
  FileRecord,
  PreparedMerge,
  Variables,
} from '#modules/content/index.js';
import { LONG_MARKDOWN } from '#modules/documents/index.js';
import type { ReferenceScope } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BatchNames } from './batch-names.js';
import type { BatchPaths } from './batch-paths.js';
import type { ContentChange } from './content-changes.dto.js';

/** The outcome of one change, before it is presented. */
export type PlannedOutcome =
  | { object: 'created_page'; ref?: string; page: string }
  | { object: 'updated_page'; page: string }
  | { object: 'deleted_page'; page: string }
  | { object: 'updated_file'; file: FileRecord }
  | { object: 'deleted_file'; file: string }
  | { object: 'created_tag' | 'updated_tag' | 'deleted_tag'; tag: string }
  | { object: 'created_reusable_content'; ref?: string; reusableContent: string }
  | { object: 'updated_reusable_content' | 'deleted_reusable_content'; reusableContent: string };

/** A batch that is being planned: no reader sees any of it yet. */
export class ChangeBatch {
  readonly names = new BatchNames();
  readonly edits: ContentEdit[] = [];
  readonly outcomes: PlannedOutcome[] = [];
  readonly files: FileRecord[] = [];
  /** Files after the changes planned so far, as far as these change them; null for a deleted one. */
  readonly changedFiles = new Map<string, FileRecord | null>();
  /** True for reusable contents that the changes planned so far insert, false for those that they delete. */
  readonly reusableContents = new Map<string, boolean>();
  /** Ids of the pages and reusable contents that the batch inserts, by the index of the change. */
  readonly ids = new Map<number, string>();
  /** Paths of those pages; absent until a text is read. */
  paths?: BatchPaths;
  /** Pages inserted and deleted by the changes planned so far. */
  readonly inserted = new Set<string>();
  readonly deleted = new Set<string>();
  /** Variables of the space after the changes planned so far; absent while none changes them. */
  variables?: Variables;
  /** Tags of the space after the changes planned so far; absent while none is about tags. */
  tags?: readonly ContentTag[];
  /** The merge of the batch with later content, where that was long; see BranchWriter. */
  merge?: PreparedMerge;
  /** True if reading all texts takes long, however short each of them is. */
  readonly isLong: boolean;

  constructor(
    readonly branch: Branch,
    readonly actor: Actor,
    /** The revision the changes were made on. */
    readonly base: BranchHead,
    readonly changes: readonly ContentChange[],
    readonly now: Date,
    /** True if the client saved by itself: see `Revisions.commitEdits`. */
    readonly autosave = false,
  ) {
    const lengths = changes.map((change) => ('document' in change && change.document?.markdown?.length) || 0);
    this.isLong = lengths.reduce((sum, length) => sum + length, 0) >= LONG_MARKDOWN;
  }

  /** The actor and the space, by which references are checked. */
  get scope(): ReferenceScope {
    const { organizationId, spaceId } = this.branch;
    return { actor: this.actor, organizationId, spaceId };
  }
}
