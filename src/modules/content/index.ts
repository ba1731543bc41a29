export type * from './content.types.js';
export type * from './edit.types.js';
export type * from './diff/diff.types.js';
export type * from './merge/merge.types.js';

// The signatures of the services; the classes take their place file by file.
import type { JSONDocument } from '#modules/documents/index.js';
import type {
  FileRecord,
  GitCommit,
  LocatedPage,
  PageNode,
  ReusableContent,
  Revision,
  RevisionType,
  SnapshotSettings,
} from './content.types.js';
import type { ContentDiff } from './diff/diff.types.js';
import type { ContentEdit, EditResult } from './edit.types.js';
import type { MergeInput, MergeResult } from './merge/merge.types.js';

export interface TreeOptions {
  /** Levels below the start; all when absent. */
  depth?: number;
  /** Start below this page instead of the root. */
  page?: string;
}

export interface NewRevision {
  spaceId: string;
  changeRequestId?: string | null;
  type: RevisionType;
  parents: string[];
  snapshot: string;
  author: string | null;
  message?: string;
  git?: GitCommit;
  mergedFrom?: string;
}

/** Content by snapshot hash; never needs a revision. Writes join the ambient transaction. */
export declare class ContentStore {
  locatePage(
    organizationId: string,
    snapshot: string,
    pageId: string,
  ): Promise<{ page: LocatedPage; ancestors: LocatedPage[] } | null>;
  findPageByPath(
    organizationId: string,
    snapshot: string,
    path: string,
  ): Promise<{ page: LocatedPage; ancestors: LocatedPage[] } | null>;
  readTree(organizationId: string, snapshot: string, options?: TreeOptions): Promise<PageNode[]>;
  readDocument(organizationId: string, hash: string): Promise<JSONDocument>;
  readDocuments(organizationId: string, hashes: readonly string[]): Promise<Map<string, JSONDocument>>;
  findDocument(organizationId: string, hash: string): Promise<JSONDocument | null>;
  listFiles(organizationId: string, snapshot: string): Promise<FileRecord[]>;
  findFile(organizationId: string, snapshot: string, fileId: string): Promise<FileRecord | null>;
  listReusableContents(organizationId: string, snapshot: string): Promise<ReusableContent[]>;
  findReusableContent(organizationId: string, snapshot: string, id: string): Promise<ReusableContent | null>;
  readSettings(organizationId: string, snapshot: string): Promise<SnapshotSettings>;
  applyEdits(
    organizationId: string,
    snapshot: string,
    edits: readonly ContentEdit[],
    options: { now: Date },
  ): Promise<EditResult>;
  diff(organizationId: string, from: string, to: string): Promise<ContentDiff>;
  merge(organizationId: string, input: MergeInput): Promise<MergeResult>;
}

/** Revisions: inserted, read, never changed. Moving the pointers that name them is the owners' business. */
export declare class RevisionService {
  createInitialRevision(
    organizationId: string,
    input: { spaceId: string; author: string | null },
  ): Promise<Revision>;
  commit(organizationId: string, revision: NewRevision): Promise<Revision>;
  getRevision(organizationId: string, id: string): Promise<Revision>;
  findRevision(organizationId: string, id: string): Promise<Revision | null>;
  findRevisions(organizationId: string, ids: readonly string[]): Promise<Map<string, Revision>>;
  commonAncestor(organizationId: string, a: string, b: string): Promise<Revision | null>;
  releaseRevisions(organizationId: string, spaceId: string): Promise<void>;
  transferSpace(fromOrganizationId: string, toOrganizationId: string, spaceId: string): Promise<void>;
}

/** One page of a space's current content. */
export interface ProjectedPage {
  pageId: string;
  parentId: string | null;
  /** Sorts siblings by bytes (`collate "C"`). */
  position: string;
  path: string;
  slug: string;
  title: string;
  type: string;
  documentHash: string | null;
  pageHash: string;
  hidden: boolean;
  noIndex: boolean;
}

/** One row a page of a space's current content: exists to be fast, can be rebuilt at any time. */
export declare class ProjectionService {
  /** Follows the space from one snapshot to the next, in the caller's transaction; false when the rows showed neither. */
  advance(organizationId: string, spaceId: string, from: string, to: string): Promise<boolean>;
  rebuild(organizationId: string, spaceId: string, snapshot: string): Promise<void>;
  /** Differences between the rows and the tree, in words; empty when all is well. */
  verify(organizationId: string, spaceId: string): Promise<string[]>;
  drop(organizationId: string, spaceId: string): Promise<void>;
  isCurrent(organizationId: string, spaceId: string, snapshot: string): Promise<boolean>;
  listPages(organizationId: string, spaceId: string, snapshot: string): Promise<ProjectedPage[] | null>;
}

export interface DerivedContent {
  documentHash: string;
  text: string;
  outline: unknown[];
  references: unknown[];
}

/** What is computed from a document once, when it is first stored. */
export declare class DerivedService {
  read(organizationId: string, documentHashes: readonly string[]): Promise<Map<string, DerivedContent>>;
}
