/** All content of a preview image: equal views give equal images. */
export interface PreviewView {
  title: string;
  description?: string;
  siteTitle: string;
  /** Titles of the section and groups of the page. */
  trail?: string;
  /** Characters of an emoji. */
  emoji?: string;
  /** Address of the logo. */
  logo?: string;
  /** As `#rrggbb`. */
  color: string;
  isDark: boolean;
  isBackwards: boolean;
  language: string;
}

/** Size that the large services recommend. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };
