import type { DocumentBlock } from '#modules/documents/index.js';
import type {
  ContentTag,
  FileRecord,
  Json,
  LocatedPage,
  ReusableContent,
  Variables,
} from '../content.types.js';

/** Value of one field on both sides; a side without the field has no member. */
export interface FieldChange {
  before?: Json;
  after?: Json;
}

export interface PageParentChange {
  before: LocatedPage | null;
  after: LocatedPage | null;
}

export type PageChange =
  | { type: 'page_created'; page: LocatedPage }
  | { type: 'page_deleted'; page: LocatedPage }
  /** `fields` never holds `git` and times; `document` holds the hashes when the content changed. */
  | {
      type: 'page_edited';
      before: LocatedPage;
      after: LocatedPage;
      fields: Record<string, FieldChange>;
      document?: { before: string | null; after: string | null };
    }
  /** The page has another parent, or another place among the same siblings (then the parents are equal). */
  | { type: 'page_moved'; before: LocatedPage; after: LocatedPage; parent: PageParentChange };

export interface EntryChange<T> {
  before?: T;
  after?: T;
}

/** The changes from one snapshot to the other. */
export interface ContentDiff {
  pages: PageChange[];
  files: EntryChange<FileRecord>[];
  reusableContents: EntryChange<ReusableContent>[];
  /** Changed variables by name. */
  variables: Record<string, EntryChange<Variables[string]>>;
  /** Changed tags, by slug. */
  tags: EntryChange<ContentTag>[];
  redirects: boolean;
}

/** One block that differs between two versions of a document. */
export interface BlockChange {
  type: 'block_created' | 'block_edited' | 'block_deleted' | 'block_moved';
  before?: DocumentBlock;
  after?: DocumentBlock;
  /** Key of the block around it; absent at the top. */
  parent?: string;
}
