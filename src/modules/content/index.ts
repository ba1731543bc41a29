export { ContentModule } from './content.module.js';
export { BlockTypes } from './objects/block-types.js';
export { ContentStore } from './content-store.js';
export type { ContentDraft } from './content-draft.js';
export { type Author, Branch, type BranchHead, type Committed, type NewCommit } from './branches/branch.js';
export { RevisionReferences } from './revisions/revision-references.js';
export { Revisions, type NewRevision } from './revisions/revision.service.js';
export { Projection } from './projection/projection.service.js';
export { type ProjectionFollower, ProjectionFollowers } from './projection/projection-followers.js';
export { FormerPaths } from './projection/former-paths.js';
export { CurrentPages } from './projection/current-pages.js';
export {
  ComputedSources,
  ComputeFailed,
  type ComputedPlace,
  type PlannedContent,
  type SourceKind,
} from './computed/computed-sources.js';
export { dependencyKey, type DependencyRef, SourceDependencies } from './computed/source-dependencies.js';
export { generatedPageId } from './edits/computed-pages.js';
export { DerivedDocuments } from './derived/derived.service.js';
export { integrationRef, pageReferences } from './derived/page-references.js';
export { GarbageCollector, type CollectedGarbage } from './garbage/garbage.service.js';
export {
  DocumentNotFound,
  FileNotFound,
  InvalidEdit,
  PageExists,
  PageNotFound,
  ReusableContentNotFound,
  RevisionNotFound,
  TagNotFound,
} from './content.errors.js';
export { diffDocuments } from './diff/diff-documents.js';
export { diffDocumentsAsync, markDocumentAsync } from './diff/diff-documents-async.js';
export { pairBlocks } from './diff/pair-blocks.js';
export { LongMerge, type PreparedMerge, withPreparedMerge } from './merge/prepared-merge.js';
export { slugOf, uniqueSlug } from './tree/slugs.js';
export type * from './content.types.js';
export type * from './edit.types.js';
export type * from './diff/diff.types.js';
export type * from './merge/merge.types.js';
export type * from './projection/projection.types.js';
export type * from './derived/derived.types.js';
export type { FoundPage, TreeOptions } from './tree/read-tree.js';
