import { type OrganizationView, presentOrganization } from '#modules/organizations/index.js';
import type { Urls } from '#platform/http/urls.js';
import { pictureUrl, PICTURES, endpointsOf } from './integration-urls.js';
import type { IntegrationResource } from './integration.dto.js';
import type { Integration } from './integrations.repository.js';

/** An integration with who published it, and what the reader may do with it. */
export interface IntegrationView {
  integration: Integration;
  owner: OrganizationView;
  isAdmin: boolean;
}

/** An integration as the API shows it; never its script nor its secrets. */
export function presentIntegration(
  { integration, owner, isAdmin }: IntegrationView,
  urls: Urls,
): IntegrationResource {
  const { name, summary, iconBlob, contentSecurityPolicy } = integration;
  return {
    object: 'integration',
    name,
    version: integration.version,
    title: integration.title,
    description: integration.description,
    ...(summary === null ? {} : { summary }),
    previewImages: integration.previewBlobs.map((picture) => pictureUrl(urls, integration, picture)),
    target: integration.target,
    // Only what is part of the product was looked at by us.
    verified: integration.organizationId === null,
    visibility: integration.visibility,
    scopes: integration.scopes,
    categories: integration.categories,
    blocks: integration.blocks,
    contentSources: integration.contentSources,
    configurations: integration.configurations,
    externalLinks: integration.externalLinks,
    owner: presentOwner(owner, integration, urls),
    urls: {
      location: urls.api('integrations', name),
      ...(iconBlob === null ? {} : { icon: pictureUrl(urls, integration, iconBlob) }),
      app: urls.app('integrations', name),
      assets: urls.at(PICTURES, name),
      ...endpointsOf(urls, name),
    },
    permissions: { admin: isAdmin },
    ...(contentSecurityPolicy === null ? {} : { contentSecurityPolicy }),
  };
}

/** The maker of the product is not an organization here, so its addresses lead to the product's website. */
function presentOwner(
  owner: OrganizationView,
  { organizationId }: Pick<Integration, 'organizationId'>,
  urls: Urls,
): IntegrationResource['owner'] {
  const shown = presentOrganization(owner, urls);
  if (organizationId === null) shown.urls = { location: urls.api('integrations'), app: urls.app() };
  return shown;
}
