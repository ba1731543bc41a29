import type { ContentRef, JSONDocument } from '#modules/documents/index.js';

/** Target of a reference: a place in the file when it is printed, else a web address. */
export interface Target {
  /** Names of places in the file, the best one first. */
  places: string[];
  href: string | null;
  title?: string;
  /** `page`, `file`, `url`, `space`, `user`… */
  kind: string;
  emoji?: string;
  icon?: string;
  description?: string;
}

/** A stored file as the text refers to it. */
export interface BookFile {
  blob: string;
  name: string;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
  /** Download address. */
  url: string;
}

/** Objects that documents refer to, loaded before typesetting. All functions are synchronous and pure. */
export interface BookReferences {
  /** `page` is the id of the page that holds the reference. */
  resolve(ref: ContentRef, page: string): Target | null;
  file(id: string): BookFile | null;
  /** The stored file behind an address of ours, null for the addresses of others. */
  fileAt(url: string): { blob: string; contentType: string } | null;
  userName(id: string): string | null;
}

/** A picture the typesetter needs: bytes in storage, or bytes that came with the text. */
export type PictureSource = { blob: string } | { bytes: Buffer };

/** One page of the book, in order. */
export interface BookPage {
  id: string;
  type: 'document' | 'group' | 'link';
  /** 1 for the outermost. */
  level: number;
  title: string;
  emoji?: string;
  icon?: string;
  description?: string;
  cover?: { ref: ContentRef };
  target?: ContentRef;
  /** Null for a page without text. */
  document: JSONDocument | null;
}

/** Everything that a file says. */
export interface Book {
  title: string;
  emoji?: string;
  description?: string;
  /** Lines at the foot of the cover: the date, the version. */
  about: string[];
  language?: string;
  pages: BookPage[];
  /** Without cover and contents: a single page. */
  isSinglePage: boolean;
}
