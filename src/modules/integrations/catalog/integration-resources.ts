import { Injectable } from '@nestjs/common';
import { Organizations, type OrganizationView, viewAsOutsider } from '#modules/organizations/index.js';
import type { Page } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import type { IntegrationResource } from './integration.dto.js';
import { integrationVerdict } from './integration.policy.js';
import { presentIntegration } from './integration.presenter.js';
import type { Integration } from './integrations.repository.js';

/** Integrations as the API shows them, with who published them. */
@Injectable()
export class IntegrationResources {
  constructor(
    private readonly organizations: Organizations,
    private readonly urls: Urls,
  ) {}

  /** In the same order. @param actor null for the integration's own script. */
  async of(actor: Actor | null, integrations: readonly Integration[]): Promise<IntegrationResource[]> {
    const ids = integrations.flatMap(({ organizationId }) => organizationId ?? []);
    const owners = await this.organizations.describeOrganizations(actor, ids);
    return integrations.map((integration) => {
      const owner = owners.get(integration.organizationId ?? '') ?? ourselves(integration);
      const isAdmin = actor !== null && integrationVerdict(actor, integration).allowed;
      return presentIntegration({ integration, owner, isAdmin }, this.urls);
    });
  }

  /** @param actor null for the integration's own script. */
  async ofOne(actor: Actor | null, integration: Integration): Promise<IntegrationResource> {
    return (await this.of(actor, [integration]))[0]!;
  }

  async ofPage(actor: Actor, page: Page<Integration>): Promise<Page<IntegrationResource>> {
    return { ...page, items: await this.of(actor, page.items) };
  }
}

/** Publisher of the integrations that are part of the product. */
function ourselves({ createdAt }: Integration): OrganizationView {
  return viewAsOutsider({ id: 'bindery', title: 'Bindery', hostname: 'bindery', logoUrl: null, createdAt });
}
