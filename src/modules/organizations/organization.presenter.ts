import type { Urls } from '#platform/http/urls.js';
import type { OrganizationResource } from './organization.dto.js';
import type { OrganizationView } from './organizations.service.js';

/** The wire form of an organization. Self-hosted means everything is included, so plan and trial are constants. */
export function presentOrganization(view: OrganizationView, urls: Urls): OrganizationResource {
  const { organization, permissions } = view;
  const location = urls.api('orgs', organization.id);
  return {
    object: 'organization',
    id: organization.id,
    title: organization.title,
    createdAt: organization.createdAt.toISOString(),
    emailDomains: organization.emailDomains,
    hostname: organization.hostname,
    type: organization.type,
    ...(organization.useCase === null ? {} : { useCase: organization.useCase }),
    defaultRole: organization.defaultRole,
    ...(organization.defaultSiteId === null
      ? {}
      : { defaultContent: { type: 'site', site: organization.defaultSiteId } }),
    sso: organization.sso,
    ai: organization.ai,
    inviteLinks: organization.inviteLinks,
    plan: 'enterprise_2024',
    mergeRules: organization.mergeRules,
    urls: {
      location,
      app: urls.app('o', organization.id),
      ...(organization.logoUrl === null ? {} : { logo: organization.logoUrl }),
    },
    trial: { status: 'notapplicable', count: 0 },
    permissions,
  };
}
