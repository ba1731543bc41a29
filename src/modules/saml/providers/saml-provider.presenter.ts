import { presentTeam, type Team } from '#modules/teams/index.js';
import type { Urls } from '#platform/http/urls.js';
import { describeCertificates } from './certificates.js';
import type { SamlProviderResource } from './saml-provider.dto.js';
import type { SamlProvider } from './saml-providers.repository.js';
import type { ServiceUrls } from './service-urls.js';

/** A provider with what its resource shows besides. */
export interface SamlProviderView {
  provider: SamlProvider;
  /** Absent without a default team, or after it was deleted. */
  defaultTeam?: Team;
  now: Date;
}

/** The wire form of an identity provider. */
export function presentSamlProvider(
  { provider, defaultTeam, now }: SamlProviderView,
  urls: Urls,
  service: ServiceUrls,
): SamlProviderResource {
  const { id, organizationId } = provider;
  return {
    object: 'saml-provider',
    id,
    label: provider.label,
    ssoURL: provider.ssoUrl,
    entityID: provider.entityId,
    certificate: provider.certificate,
    certificates: describeCertificates(provider.certificate, now).map((facts) => ({
      ...facts,
      validUntil: facts.validUntil.toISOString(),
    })),
    ...(defaultTeam ? { defaultTeam: presentTeam(defaultTeam) } : {}),
    defaultRole: provider.defaultRole,
    idpInitiated: provider.idpInitiated,
    createdAt: provider.createdAt.toISOString(),
    enabled: provider.enabled,
    status: provider.status,
    service: { acsURL: service.acs(id), startURL: service.start(id), entityID: service.entityId(id) },
    urls: { location: urls.api('orgs', organizationId, 'saml', id) },
  };
}
