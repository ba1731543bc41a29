import type { ContentRef } from '#modules/documents/index.js';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export type PageType = 'document' | 'group' | 'link' | 'computed';
export type VariableValue = string | number | boolean;
export type Variables = Record<string, VariableValue>;

/** The path of a page or file in a Git repository, and the blob that it last equalled. */
export interface GitBlob {
  path: string;
  oid: string;
}

/** A tag on a page: one of those of its space. */
export interface PageTag {
  tag: { kind: 'tag'; tag: string };
  /** True for the one that is shown where there is room for one. */
  primary?: boolean;
}

/** The fields of a page, apart from its place in the tree and its document. */
export interface PageFields {
  type: PageType;
  title: string;
  /** One path segment, unique among the page's siblings. */
  slug: string;
  linkTitle?: string;
  /** The title as inline Markdown, where it is more than plain text; holds only while `title` says the same. */
  titleMarkdown?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  layout?: Json;
  cover?: Json;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  condition?: string;
  variables?: Variables;
  tags?: PageTag[];
  /** The target of a page of type `link`. */
  target?: ContentRef;
  /** The source from which the document of the page and all pages below it are computed; see `ComputedContent`. */
  computed?: Json;
  /** The state of the source from which the page was computed; later states have seeds that sort later. */
  computedSeed?: string;
  /** The part of the source that a page below a computed page shows. Such a page cannot be edited. */
  generated?: Json;
  /** Front matter that no other field holds; the order of object keys is not kept. */
  frontMatter?: Json;
  git?: GitBlob;
}

/** A page without its children. */
export interface Page extends PageFields {
  id: string;
  /** Hash of the page's document, null for an empty page. */
  document: string | null;
  createdAt: string;
  /** Last change of a field or of the document; moving a page does not count. */
  updatedAt: string;
}

/** A page found in a snapshot. */
export interface LocatedPage extends Page {
  /** Hash of the page with all its subpages: equal hashes mean equal subtrees. */
  hash: string;
  /** Slugs of the page and its ancestors (groups included), joined by `/`. */
  path: string;
  parent: string | null;
}

/** A page with its subpages, to the requested depth. */
export interface PageNode extends LocatedPage {
  pages: PageNode[];
}

export interface FileRecord {
  id: string;
  name: string;
  contentType: string;
  size: number;
  /** Storage key of the bytes. */
  blob: string;
  createdAt: string;
  dimensions?: { width: number; height: number };
  git?: GitBlob;
}

export interface ReusableContent {
  id: string;
  title: string;
  /** Hash of the document, null when empty. */
  document: string | null;
  git?: GitBlob;
}

/** A tag that pages and updates of a space can have. */
export interface ContentTag {
  /** Stays when the label changes: what has the tag names it by this. */
  slug: string;
  label: string;
  /** One of `COLORS`; `default` when absent. */
  color?: string;
  /** A tag has an emoji, an icon, or none of them. */
  emoji?: string;
  icon?: string;
}

export interface ContentRedirect {
  /** A former path inside the space that readers may still request. */
  from: string;
  target: ContentRef;
}

/** Content of a snapshot that is not a tree or a large map. */
export interface SnapshotSettings {
  variables: Variables;
  tags: ContentTag[];
  redirects: ContentRedirect[];
}

export type RevisionType = 'edits' | 'merge' | 'rollback' | 'update' | 'computed';

/** The commit that a revision was imported from or exported as. */
export interface GitCommit {
  oid: string;
  message: string;
  createdByGitBook: boolean;
  url?: string;
  ref?: string;
}

/** Consecutive autosaves of one author on one branch, which are one revision to readers. */
export interface AutosaveRun {
  /** The revision before the first of them. */
  base: string;
  startedAt: Date;
}

export interface Revision {
  id: string;
  spaceId: string;
  changeRequestId: string | null;
  type: RevisionType;
  /**
   * One parent; two for `merge` and `update` (first the head of the branch itself); empty for the first revision. That of
   * an autosave is the revision before its run.
   */
  parents: string[];
  /** Hash of the content. */
  snapshot: string;
  author: string | null;
  createdAt: Date;
  git: GitCommit | null;
  /** Change request that a `merge` revision brought in. */
  mergedFrom: string | null;
  message: string | null;
  /** Set for an autosave. */
  run: AutosaveRun | null;
}
