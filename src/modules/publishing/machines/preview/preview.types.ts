/** Everything a preview image shows: equal views give equal images. */
export interface PreviewView {
  title: string;
  description?: string;
  siteTitle: string;
  /** Section and groups that the page is in. */
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

/** Size that the large services ask for. */
export const PREVIEW_SIZE = { width: 1200, height: 630 };
