import type {
  ContentRedirect,
  FileRecord,
  GitBlob,
  PageChanges,
  PageType,
  Variables,
} from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import type { Places } from '../space-tree.js';

/** A folder as the content of a space: everything has its id, every text is a document. */
export interface FolderImage {
  pages: ImagePage[];
  files: FileRecord[];
  reusableContents: ImageInclude[];
  /** Ids of those that stay as they are. */
  keptReusableContents: string[];
  /** Paths of all of them in the folder, by id. */
  places: Places;
  /** Paths of the Markdown files that no page came of: nothing lists them or links to them. */
  unlisted: string[];
  /** Absent when the folder says nothing about them: those of the space stay. */
  variables?: Variables;
  redirects?: ContentRedirect[];
}

export interface ImagePage {
  id: string;
  type: PageType;
  title: string;
  /** The one wanted; siblings are kept apart later. */
  slug: string;
  /** All fields that a folder can say; null for those it leaves out. Absent when the page is left as it is. */
  fields?: PageChanges;
  document?: JSONDocument | null;
  children: ImagePage[];
}

export interface ImageInclude {
  id: string;
  title: string;
  document: JSONDocument;
  git: GitBlob;
}
