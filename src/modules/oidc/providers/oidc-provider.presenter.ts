import { presentTeam, type Team } from '#modules/teams/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { OidcUrls } from '../oidc-urls.js';
import type { OidcProviderResource } from './oidc-provider.dto.js';
import type { OidcProvider } from './oidc-providers.repository.js';

/** A provider with what its resource shows besides. */
export interface OidcProviderView {
  provider: OidcProvider;
  /** Absent without a default team, or after it was deleted. */
  defaultTeam?: Team;
}

/** The wire form of an identity provider. */
export function presentOidcProvider(
  { provider, defaultTeam }: OidcProviderView,
  urls: Urls,
  service: OidcUrls,
): OidcProviderResource {
  const { id, organizationId, kind, label, issuer, status } = provider;
  return {
    object: 'oidc-provider',
    ...{ id, kind, label, issuer },
    clientID: provider.clientId,
    hasClientSecret: provider.clientSecret !== null,
    ...(defaultTeam ? { defaultTeam: presentTeam(defaultTeam) } : {}),
    defaultRole: provider.defaultRole,
    createdAt: provider.createdAt.toISOString(),
    enabled: provider.enabled,
    status,
    service: { callbackURL: service.callback(id), startURL: service.start(id) },
    urls: { location: urls.api('orgs', organizationId, 'oidc', id) },
  };
}
