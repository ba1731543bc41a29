import { DEFAULT_CUSTOMIZATION } from '../customization/customization-defaults.js';
import type { SiteCustomization } from '../customization/customization-schema.js';
import { customizationOf, type PublishedSite } from './published-site.js';

/** Facts about a space that showing it like a site needs. */
export interface DraftSpace {
  organizationId: string;
  spaceId: string;
  title: string;
  emoji: string;
  language: string | null;
  snapshot: string;
  revisionId: string;
}

/** Colours, fonts and shapes in which a site shows a space, without its texts and links. */
export interface DraftLooks {
  siteSpaceId: string;
  customization: SiteCustomization;
}

/** The looks that a site gives a space; null where it does not show the space. */
export function looksOf(site: PublishedSite, spaceId: string): DraftLooks | null {
  const space = site.spaces.find((candidate) => candidate.spaceId === spaceId);
  if (!space) return null;
  const { styling, themes, header } = customizationOf(site, space);
  const { preset, backgroundColor, linkColor } = header;
  const bar = { ...DEFAULT_CUSTOMIZATION.header, backgroundColor, linkColor };
  return {
    siteSpaceId: space.siteSpaceId,
    customization: {
      ...DEFAULT_CUSTOMIZATION,
      styling,
      themes,
      // Members keep the bar that says what they look at.
      header: preset === 'none' ? bar : { ...bar, preset },
    },
  };
}

/**
 * A site that shows one space and is not published: what members see of content before its readers do.
 * @param looks of a site that the member may see; those that sites have at first when absent.
 */
export function draftSite({ organizationId, ...space }: DraftSpace, looks: DraftLooks | null): PublishedSite {
  const { siteSpaceId, customization } = looks ?? { siteSpaceId: '', customization: DEFAULT_CUSTOMIZATION };
  return {
    organizationId,
    siteId: '',
    title: space.title,
    visibility: 'unlisted',
    adaptiveContent: false,
    agentsContext: 'excluded',
    hostname: '',
    basename: '',
    customHostname: null,
    proxy: null,
    audience: { shareKeys: new Set(), visitorKey: '', fallbackUrl: null, claims: null },
    version: `draft ${organizationId} ${space.spaceId} ${space.snapshot} ${space.title} ${space.emoji} ${space.language}`,
    navigation: [],
    sections: [],
    spaces: [
      {
        ...space,
        siteSpaceId,
        section: null,
        path: space.spaceId,
        urlPath: '',
        condition: null,
        isDefault: true,
        overrides: null,
      },
    ],
    customization,
  };
}
