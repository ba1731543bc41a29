import type { ContentRef, JSONDocument } from '../document.types.js';

/**
 * What the caller knows about the world around the text. Every resolver may answer `undefined`: the address is then
 * kept exactly as written, as a reference of kind `url`.
 */
export interface ParseContext {
  /** Links, content references and the targets of cards and buttons. */
  resolveLink?(url: string): ContentRef | undefined;
  /** Images, files, covers and the source of legacy OpenAPI blocks. */
  resolveFile?(path: string): ContentRef | undefined;
  /** The path of `{% include %}`. */
  resolveInclude?(path: string): ContentRef | undefined;
  /** Path of the file the text came from; only used in warnings. */
  file?: string;
  /** The title that the page has whatever its text says: a first heading that says something else is part of the text. */
  title?: string;
}

export interface SerializeContext {
  /** How a reference that is not a plain address is written; `undefined` falls back to the `bindery:` scheme. */
  formatRef?(ref: ContentRef): string | undefined;
}

/** Something odd in the text that was kept as text or as it came. Lines count from 1. */
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

/** What a Markdown file says about its page besides the text. Absent means the file says nothing. */
export interface PageMeta {
  title?: string;
  /** The inline Markdown of the title, only where it is more than plain text; ignored once `title` says something else. */
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
  /** Everything else in the front matter, as it was parsed, so that an export loses nothing. */
  frontMatter?: Record<string, unknown>;
}

export interface ParsedMarkdown {
  document: JSONDocument;
  warnings: MarkdownWarning[];
}

export interface ParsedPage extends ParsedMarkdown {
  meta: PageMeta;
}
