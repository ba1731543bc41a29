import type { EntryKind } from '#modules/content/index.js';

export const LINK_STATUSES = ['ok', 'broken', 'in-app'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

export const LINK_RELATIONS = ['reference', 'dependsOn'] as const;
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** Whose fault a broken link is: this change request's, or that of the content it was started from. */
export const BROKEN_CONTEXTS = ['change-request', 'space'] as const;
export type BrokenContext = (typeof BROKEN_CONTEXTS)[number];

/** Target of a link. An anchor is a page (or a reusable content) with `anchor`. */
export interface LinkTarget {
  kind: 'url' | 'page' | 'file' | 'space' | 'user' | 'collection' | 'reusable-content' | 'tag' | 'openapi';
  /** Space of pages, files, reusable contents and tags; empty for the other kinds. */
  space: string;
  /** Id, or address of a `url`. */
  target: string;
  /** Empty for none. */
  anchor: string;
}

export type HolderKind = 'page' | Extract<EntryKind, 'reusable-content'>;

/** Kinds of things of a space whose uses are counted. */
export type UsedKind = EntryKind;

/** A place that holds a link. */
export interface LinkPlace {
  spaceId: string;
  kind: HolderKind;
  id: string;
  /** Key of the block, null for fields of the page itself. */
  node: string | null;
}

/** All links of a content that lead to the same target in the same way. */
export interface LinkGroup extends LinkTarget {
  relation: LinkRelation;
  status: LinkStatus;
  /** The first places, in the order of the pages. */
  places: LinkPlace[];
}

export interface LinkStats {
  total: number;
  broken: number;
  /** Broken links that the change request broke; only inside of one. */
  brokenByChangeRequest?: number;
}

export interface LinkFilter {
  status?: LinkStatus;
  brokenContext?: BrokenContext;
  /** Only links that stand on this page. */
  pageId?: string;
}
