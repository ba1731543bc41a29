import type { SiteResource } from '#modules/sites/index.js';
import type { SpaceResource } from '#modules/spaces/index.js';
import type { Urls } from '#platform/http/urls.js';
import { endpointsOf } from '../catalog/integration-urls.js';
import type { Integration } from '../catalog/integrations.repository.js';
import type {
  InstallationResource,
  SiteInstallationResource,
  SpaceInstallationResource,
} from './installation.dto.js';
import { effectiveScopesOf, pendingScopesOf } from './installation-scopes.js';
import type { Installation } from './installations.repository.js';
import type { InstallationTarget } from './targets.repository.js';

type Named = Pick<Integration, 'name'>;
type Scoped = Pick<Integration, 'name' | 'scopes'>;

/** An installation as the API shows it. @param isConfigurable whether the reader may know its settings. */
export function presentInstallation(
  installation: Installation,
  integration: Scoped,
  urls: Urls,
  isConfigurable: boolean,
): InstallationResource {
  const { id, organizationId } = installation;
  const { name } = integration;
  return {
    id,
    status: installation.status,
    space_selection: installation.spaceSelection,
    site_selection: installation.siteSelection,
    spaces: installation.spaces,
    scopes: effectiveScopesOf(installation, integration),
    pendingScopes: pendingScopesOf(installation, integration),
    configuration: isConfigurable ? installation.configuration : {},
    createdAt: installation.createdAt.toISOString(),
    updatedAt: installation.updatedAt.toISOString(),
    urls: {
      location: urls.api('integrations', name, 'installations', id),
      app: urls.app('o', organizationId, 'integrations', name),
      ...endpointsOf(urls, name, { installationId: id }),
    },
    externalIds: installation.externalIds,
    target: { organization: organizationId },
  };
}

function presentTarget(target: InstallationTarget, { name }: Named, urls: Urls, isConfigurable: boolean) {
  const { installationId, kind, targetId } = target;
  return {
    integration: name,
    installation: installationId,
    status: target.status,
    configuration: isConfigurable ? target.configuration : {},
    externalIds: target.externalIds,
    urls: {
      location: urls.api('integrations', name, 'installations', installationId, `${kind}s`, targetId),
      ...endpointsOf(urls, name, { installationId, target: { kind, id: targetId } }),
    },
  };
}

/** An installation on a space. @param space in place of its id. */
export function presentSpaceInstallation(
  target: InstallationTarget,
  integration: Named,
  urls: Urls,
  isConfigurable: boolean,
  space?: SpaceResource,
): SpaceInstallationResource {
  return { ...presentTarget(target, integration, urls, isConfigurable), space: space ?? target.targetId };
}

/** An installation on a site. @param site in place of its id. */
export function presentSiteInstallation(
  target: InstallationTarget,
  integration: Named,
  urls: Urls,
  isConfigurable: boolean,
  site?: SiteResource,
): SiteInstallationResource {
  return { ...presentTarget(target, integration, urls, isConfigurable), site: site ?? target.targetId };
}
