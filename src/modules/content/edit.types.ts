import type { ContentRef, JSONDocument } from '#modules/documents/index.js';
import type {
  ContentRedirect,
  ContentTag,
  FileRecord,
  GitBlob,
  Json,
  PageFields,
  PageType,
  Variables,
} from './content.types.js';

/** Fields of a new page; the id and the slug are made when absent. */
export type NewPage = Partial<Omit<PageFields, 'type' | 'title'>> & {
  id?: string;
  type: PageType;
  title: string;
};

/** New values by field; null removes an optional field; absent fields stay. */
export type PageChanges = {
  [Field in keyof Omit<PageFields, 'type'>]?: PageFields[Field] | null;
};

/** A page below a computed page, with its own subpages. */
export interface GeneratedPage {
  /** Names the part of the source that the page shows: the page keeps its id as long as that part exists. */
  key: string;
  /** A document when absent. */
  type?: 'document' | 'link';
  title: string;
  /** Made from the title when absent. */
  slug?: string;
  emoji?: string;
  icon?: string;
  description?: string;
  /** The target of a page of type `link`. */
  target?: ContentRef;
  generated: Json;
  document: JSONDocument | null;
  pages: GeneratedPage[];
}

/** The content that was computed from the source of a page. */
export interface ComputedContent {
  seed: string;
  /** The text of the computed page itself. */
  document: JSONDocument | null;
  /** Null keeps the current pages. */
  pages: GeneratedPage[] | null;
}

export interface InsertPage {
  type: 'insertPage';
  /** Parent page, null or absent for the root. */
  into?: string | null;
  /** Index among the siblings, the end when absent. */
  at?: number;
  page: NewPage;
  document?: JSONDocument | null;
  /** For pages with a `computed` source: replaces `document`. */
  computed?: ComputedContent;
}

/** Replaces the content of a computed page by newly computed content. */
export interface RecomputePage {
  type: 'recomputePage';
  page: string;
  computed: ComputedContent;
}

export interface UpdatePage {
  type: 'updatePage';
  page: string;
  fields?: PageChanges;
  /** Replaces the content; null empties the page; absent keeps it. */
  document?: JSONDocument | null;
  /** New parent; null is the root; absent keeps the parent. */
  into?: string | null;
  /** Index among the other children of the (new) parent; a move without it goes to the end. */
  at?: number;
  /** The time of the change, for imports that know it; now when absent. */
  updatedAt?: string;
}

/** Deletes a page with its subpages. */
export interface DeletePage {
  type: 'deletePage';
  page: string;
}

/** A reusable content by id; absent members of an existing one stay. */
export interface ReusableContentInput {
  id: string;
  title?: string;
  document?: JSONDocument | null;
  git?: GitBlob | null;
}

/** Deletes a tag, and takes it from all pages that have it. */
export interface DeleteTag {
  type: 'deleteTag';
  tag: string;
}

export type ContentEdit =
  | InsertPage
  | UpdatePage
  | DeletePage
  | RecomputePage
  | { type: 'putFile'; file: FileRecord }
  | { type: 'deleteFile'; file: string }
  | { type: 'putReusableContent'; reusableContent: ReusableContentInput }
  | { type: 'deleteReusableContent'; reusableContent: string }
  | { type: 'setVariables'; variables: Variables }
  | { type: 'putTag'; tag: ContentTag }
  | DeleteTag
  | { type: 'setRedirects'; redirects: ContentRedirect[] };

export interface EditResult {
  /** Equal to the snapshot before when the edits changed nothing. */
  snapshot: string;
  /** Ids of the inserted pages, one for each `insertPage` in their order. */
  created: string[];
  /** Pages that an `updatePage` changed, without the pages of `created`. */
  updated: string[];
  /** Deleted pages, subpages included. */
  deleted: string[];
}
