import type { ContentRef } from '#modules/documents/index.js';

/** Target of a content reference, as the reader of the page may follow it. */
export interface ResolvedRef {
  href: string;
  title?: string;
  /** Kind of the target: `page`, `file`, `url`, `space`, `user`… Decides the icon next to the link. */
  kind: string;
  /** Emoji code or icon name of a target page. */
  emoji?: string;
  icon?: string;
  description?: string;
}

/** A stored file as pages show it. */
export interface RenderedFile {
  url: string;
  name: string;
  size: number;
  contentType: string;
  dimensions?: { width: number; height: number };
}

/** A user as pages show one. */
export interface RenderedUser {
  displayName: string;
  email?: string;
}

/**
 * Everything a document refers to but does not contain. All functions are synchronous and pure: the caller loads the
 * targets before it renders, so rendering never waits for a database.
 */
export interface RenderContext {
  /** Target of a reference, or null when it leads nowhere or the reader may not see it. */
  resolveRef(ref: ContentRef): ResolvedRef | null;
  file(fileId: string): RenderedFile | null;
  user?(id: string): RenderedUser | null;
  /** Other names of headings, by their ids. */
  anchorAliases?: ReadonlyMap<string, string>;
  /** Links that leave the site open a new tab. */
  opensTabs?: boolean;
  /** Language of the site, for dates and the few words the renderer adds. Default `en`. */
  language?: string;
}
