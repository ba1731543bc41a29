import {
  customizationOf,
  presentCustomization,
  presentSite,
  type SiteCustomization,
  type SiteAddress,
} from '#modules/sites/index.js';
import type { SiteScript } from '#modules/publishing/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { PublishedSiteResource, SiteScriptResource } from './published-site.dto.js';
import type { VisibleSite } from './published-sites.service.js';
import { presentPublishedStructure } from './published-structure.presenter.js';

/** All that a renderer needs to know of a site before its content. */
export function presentPublishedSite(
  seen: VisibleSite,
  urls: Urls,
  address: SiteAddress,
  scripts: readonly SiteScript[],
): PublishedSiteResource {
  const { row, site, spaces, siteUrl } = seen;
  const resource = presentSite(row, urls, address);
  if (siteUrl !== null) resource.urls.published = siteUrl;
  // Renderers show something in the place of an ad for every other status; the contract wants a topic and a zone with this one.
  resource.ads = { status: 'disabled', topic: row.site.adsTopic ?? 'webdev', zoneId: '' };
  const shown = site.spaces.filter(({ spaceId }) => spaces.has(spaceId));
  const settingsOf = (settings: SiteCustomization): object =>
    presentCustomization(site.agentsContext === 'excluded' ? withoutAgents(settings) : settings);
  return {
    object: 'published-content-site',
    // The organization may have turned off what the site would offer to agents.
    site: Object.assign(resource, { siteSpaces: shown.length, agentsContext: site.agentsContext }),
    structure: presentPublishedStructure(seen, urls),
    customizations: {
      site: settingsOf(site.customization),
      siteSpaces: Object.fromEntries(
        shown.map((space) => [space.siteSpaceId, settingsOf(customizationOf(site, space))]),
      ),
    },
    scripts: scripts.map(presentSiteScript),
  };
}

export function presentSiteScript({ url, policy, cookies }: SiteScript): SiteScriptResource {
  return { script: url, ...(policy === undefined ? {} : { contentSecurityPolicy: policy }), cookies };
}

/** Renderers go by the actions of pages when they offer something to agents; they do not know `agentsContext`. */
function withoutAgents(settings: SiteCustomization): SiteCustomization {
  const pageActions = { ...settings.pageActions, markdown: false, externalAI: false, mcp: false };
  return { ...settings, pageActions };
}
