import type { FormState } from '#modules/member-pages/index.js';
import type { PublishingAuth, ShareLinkView, SiteRow, SiteVisibility } from '#modules/sites/index.js';

/** A share link with its address; null while it opens nothing. */
export interface ShownLink extends Pick<ShareLinkView, 'link'> {
  address: string | null;
}

/** Data of the page about the audience of a site. */
export interface AudienceView {
  row: SiteRow;
  links: readonly ShownLink[];
  /** Cursor of older links. */
  more: string | null;
  openLinks: number;
  /** Null for a session that may not see the sign-in of visitors. */
  auth: PublishingAuth | null;
  /** Number of claims that the site knows; null for a session that may not see them. */
  claims: number | null;
  /** The audience that was chosen for a published site, and is not confirmed yet. */
  wanted: SiteVisibility | null;
  state: FormState;
}
