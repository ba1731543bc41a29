import type { ContentRef, JSONDocument } from '../document.types.js';

/**
 * Facts from outside the text. Every resolver may answer `undefined`: the address is then kept exactly as written, as a
 * reference of kind `url`.
 */
export interface ParseContext {
  /** Links, content references and the targets of cards and buttons. */
  resolveLink?(url: string): ContentRef | undefined;
  /** Images, files, covers and the source of legacy OpenAPI blocks. */
  resolveFile?(path: string): ContentRef | undefined;
  /** The path of `{% include %}`. */
  resolveInclude?(path: string): ContentRef | undefined;
  /** Path of the file with the text; only used in warnings. */
  file?: string;
  /** The title of the page, regardless of the text: a first heading with other words is part of the text. */
  title?: string;
}

export interface SerializeContext {
  /** Writes a reference that is not a plain address; `undefined` falls back to the `bindery:` scheme. */
  formatRef?(ref: ContentRef): string | undefined;
}

/** Signs that mean the same in Markdown: the first is used, the others where it cannot be. */
export interface Signs {
  unordered: [string, string];
  ordered: [string, string];
  italic: string[];
  bold: string[];
}

/** A construct that was not understood, and was kept as text or as source. Lines count from 1. */
export interface MarkdownWarning {
  file?: string;
  line?: number;
  kind: MarkdownWarningKind;
  message: string;
}

export type MarkdownWarningKind =
  | 'front-matter'
  | 'unclosed-tag'
  | 'stray-tag'
  | 'unknown-tag'
  | 'unclosed-html'
  | 'too-deep'
  | 'too-large'
  | 'too-many-signs';

export interface PageLayout {
  width?: 'default' | 'wide';
  cover?: boolean;
  coverSize?: 'hero' | 'full';
  title?: boolean;
  description?: boolean;
  tableOfContents?: boolean;
  outline?: boolean;
  pagination?: boolean;
  metadata?: boolean;
}

export interface PageCover {
  ref: ContentRef;
  refDark?: ContentRef;
  yPos: number;
  height?: number;
}

/** The properties of a page in a Markdown file besides its text. An absent member is not in the file. */
export interface PageMeta {
  title?: string;
  /** The inline Markdown of the title, only when it is more than plain text; ignored once `title` has other words. */
  titleMarkdown?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  noIndex?: boolean;
  noRobotsIndex?: boolean;
  layout?: PageLayout;
  cover?: PageCover;
  variables?: Record<string, string | number | boolean>;
  /** All other members of the front matter, as parsed, so that an export loses nothing. */
  frontMatter?: Record<string, unknown>;
}

export interface ParsedMarkdown {
  document: JSONDocument;
  warnings: MarkdownWarning[];
}

export interface ParsedPage extends ParsedMarkdown {
  meta: PageMeta;
}
