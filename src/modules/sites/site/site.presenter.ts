import { presentSpace, type SpaceView } from '#modules/spaces/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { SiteAddress } from '../addresses/site-address.js';
import type { SiteResource, SiteSpaceResource } from './site.dto.js';
import type { SiteSpace } from '../structure/site-space.entity.js';
import type { SiteRow } from './sites.repository.js';

/** What sites can do here; every type of site has all of it. */
const FEATURES = [
  'sites-public-visibility',
  'sites-unlisted-visibility',
  'sites-multivariant-site',
  'sites-no-custom-domain',
];

/** A site as the API shows it. */
export function presentSite(
  { site, siteSpaces, location: place }: SiteRow,
  urls: Urls,
  address: SiteAddress,
): SiteResource {
  const location = urls.api('orgs', site.organizationId, 'sites', site.id);
  return {
    object: 'site',
    id: site.id,
    type: site.type,
    title: site.title,
    basename: site.basename,
    visibility: site.visibility,
    published: site.published,
    siteSpaces,
    createdAt: site.createdAt.toISOString(),
    agentsContext: 'included',
    features: FEATURES.map((id) => ({ id, plan: site.type, frozen: false })),
    urls: {
      location,
      app: location,
      ...(site.published ? { published: address.of(place) } : {}),
    },
  };
}

/** A space on a site as the API shows it. */
export function presentSiteSpace(
  siteSpace: SiteSpace,
  space: SpaceView,
  row: SiteRow,
  urls: Urls,
  address: SiteAddress,
): SiteSpaceResource {
  const root = address.of(row.location);
  const published = siteSpace.isDefault ? root : `${root}${encodeURIComponent(siteSpace.path)}/`;
  return {
    object: 'site-space',
    id: siteSpace.id,
    path: siteSpace.path,
    space: presentSpace(space, urls),
    title: space.space.title,
    default: siteSpace.isDefault,
    urls: row.site.published ? { published } : {},
  };
}
