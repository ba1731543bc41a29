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
  type: PageType;
  documentHash: string | null;
  /** Hash of the page with its subpages. */
  pageHash: string;
  hidden: boolean;
  noIndex: boolean;
}
