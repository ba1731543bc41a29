import type { FontDefinition, SiteCustomization } from '#modules/sites/index.js';

/** Data of the page on which a site gets its looks. */
export interface LooksView {
  organizationId: string;
  site: { id: string; title: string };
  /** Address of the page, with the variant that it is about. */
  here: string;
  /** Spaces that may look different from the site; the current one is the one the page is about. */
  variants: readonly { siteSpaceId: string; title: string; isCurrent: boolean }[];
  variant: { siteSpaceId: string; title: string; hasOverrides: boolean } | null;
  /** Settings in the fields. */
  looks: SiteCustomization;
  /** Settings that are stored, as far as the form knows. */
  shown: SiteCustomization;
  fonts: readonly FontDefinition[];
  /** Addresses of previews, for the frame; null for a site that shows nothing yet. */
  preview: { url: string; isDraft: boolean } | null;
  notice?: string;
  problem?: string;
}
