import type { DocumentReference } from '#modules/documents/index.js';
import type { PageType } from '../content.types.js';

/** One page of a space's current content. */
export interface ProjectedPage {
  pageId: string;
  parentId: string | null;
  /** Sorts siblings, compared by code unit as JavaScript's `<` does. */
  position: string;
  path: string;
  slug: string;
  title: string;
  description: string | null;
  type: PageType;
  documentHash: string | null;
  /** Hash of the page with its subpages. */
  pageHash: string;
  hidden: boolean;
  noIndex: boolean;
}

/** A whole row: also the references of the page's own fields, null without any. */
export interface ProjectedPageRow extends ProjectedPage {
  refs: DocumentReference[] | null;
}

export type EntryKind = 'file' | 'reusable-content' | 'tag';

/** One file, reusable content or tag of a space's current content. */
export interface ProjectedEntry {
  kind: EntryKind;
  /** That of a tag is its slug. */
  entryId: string;
  name: string;
  /** Hash of the document of a reusable content, unless it is empty. */
  documentHash: string | null;
  /** Bytes of a file; null for others. */
  size: number | null;
}

/** A page of the current content of a space that shows something. */
export interface NamingPage {
  spaceId: string;
  pageId: string;
  title: string;
  /** True where the whole page is computed from it; else a block of its text names it. */
  isComputed: boolean;
}
