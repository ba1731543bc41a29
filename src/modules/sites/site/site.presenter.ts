import type { Role } from '#platform/http/actor.js';
import type { Urls } from '#platform/http/urls.js';
import type { SiteAddress } from '../addresses/site-address.js';
import type { SitePermissionsResource, SiteResource } from './site.dto.js';
import { type SiteAction, siteVerdict } from './site.policy.js';
import { SITE_FEATURES } from './site-features.js';
import type { SiteRow } from './sites.repository.js';

/** A site as the API shows it. */
export function presentSite(
  { site, siteSpaces, location: place, customHostname, proxy, role }: SiteRow,
  urls: Urls,
  address: SiteAddress,
): SiteResource {
  const location = urls.api('orgs', site.organizationId, 'sites', site.id);
  return {
    object: 'site',
    id: site.id,
    type: site.type,
    appliedType: site.type,
    defaultLevel: 'inherit',
    permissions: presentPermissions(role),
    title: site.title,
    basename: site.basename,
    ...(customHostname === null ? {} : { hostname: customHostname }),
    ...(proxy === null ? {} : { proxy: { origin: proxy, target: address.targetOf(place) } }),
    visibility: site.visibility,
    published: site.published,
    siteSpaces,
    createdAt: site.createdAt.toISOString(),
    adaptiveContent: { enabled: site.adaptiveContent },
    ads:
      site.adsTopic === null
        ? { status: 'pending', submittable: true }
        : { status: 'in-review', topic: site.adsTopic },
    agentsContext: site.agentsContext,
    features: SITE_FEATURES.map((id) => ({ id, plan: site.type, frozen: false })),
    urls: {
      location,
      app: urls.app('o', site.organizationId, 'sites', site.id),
      preview: urls.app('o', site.organizationId, 'sites', site.id, 'preview'),
      ...(site.published ? { published: address.of(place) } : {}),
    },
  };
}

function presentPermissions(role: Role | null): SitePermissionsResource {
  const may = (action: SiteAction) => siteVerdict(role, action).allowed;
  const manages = may('manage');
  return {
    view: true,
    access: may('view'),
    edit: manages,
    create: manages,
    admin: manages,
    installIntegration: may('installIntegration'),
    viewAdaptiveSchema: may('view'),
    editAdaptiveSchema: manages,
  };
}
