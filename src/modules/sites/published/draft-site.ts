import { DEFAULT_CUSTOMIZATION } from '../customization/customization-defaults.js';
import type { PublishedSite } from './published-site.js';

/** What of a space it takes to show it as if it was a site. */
export interface DraftSpace {
  organizationId: string;
  spaceId: string;
  title: string;
  emoji: string;
  language: string | null;
  snapshot: string;
  revisionId: string;
}

/** A site that shows one space and is not published: what members see of content before its readers do. */
export function draftSite({ organizationId, ...space }: DraftSpace): PublishedSite {
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
        siteSpaceId: '',
        section: null,
        path: space.spaceId,
        urlPath: '',
        condition: null,
        isDefault: true,
        overrides: null,
      },
    ],
    customization: DEFAULT_CUSTOMIZATION,
  };
}
