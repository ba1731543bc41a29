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

/** The answer with everything that a renderer needs to know about a site before it reads the content. */
export function presentPublishedSite(
  visible: VisibleSite,
  urls: Urls,
  address: SiteAddress,
  scripts: readonly SiteScript[],
): PublishedSiteResource {
  const { row, site, spaces, siteUrl } = visible;
  const resource = presentSite(row, urls, address);
  if (siteUrl !== null) resource.urls.published = siteUrl;
  // With any other status renderers show a placeholder for an ad. The contract requires a topic and a zone with this status too.
  resource.ads = { status: 'disabled', topic: row.site.adsTopic ?? 'webdev', zoneId: '' };
  const shownSpaces = site.spaces.filter(({ spaceId }) => spaces.has(spaceId));
  const presentSettings = (settings: SiteCustomization): object =>
    presentCustomization(site.agentsContext === 'excluded' ? withoutAgentActions(settings) : settings);
  return {
    object: 'published-content-site',
    // `agentsContext` of the published site counts: the organization may have turned off what the row of the site allows.
    site: Object.assign(resource, { siteSpaces: shownSpaces.length, agentsContext: site.agentsContext }),
    structure: presentPublishedStructure(visible, urls),
    customizations: {
      site: presentSettings(site.customization),
      siteSpaces: Object.fromEntries(
        shownSpaces.map((space) => [space.siteSpaceId, presentSettings(customizationOf(site, space))]),
      ),
    },
    scripts: scripts.map(presentSiteScript),
  };
}

export function presentSiteScript({ url, policy, cookies }: SiteScript): SiteScriptResource {
  return { script: url, ...(policy === undefined ? {} : { contentSecurityPolicy: policy }), cookies };
}

/** Turns off the page actions for agents: renderers read these, because they do not know `agentsContext`. */
function withoutAgentActions(settings: SiteCustomization): SiteCustomization {
  const pageActions = { ...settings.pageActions, markdown: false, externalAI: false, mcp: false };
  return { ...settings, pageActions };
}
