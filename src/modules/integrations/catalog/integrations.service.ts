import { Injectable } from '@nestjs/common';
import { requireInOrganization } from '#modules/organizations/index.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import type { Script } from '../runtime/scripts.js';
import {
  type IntegrationAction,
  integrationVerdict,
  organizationsListedBy,
  seerOf,
} from './integration.policy.js';
import {
  type Integration,
  type IntegrationFilter,
  IntegrationsRepository,
} from './integrations.repository.js';

/** Integrations that were published, and who may know of them. */
@Injectable()
export class Integrations {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly secrets: SecretBox,
  ) {}

  /** For other services, which have authorised; null when nothing is published under the name. */
  find(name: string): Promise<Integration | null> {
    return this.integrations.find(name);
  }

  /** As `find`; also one that was unpublished a while ago, see `unpublishedAt`. */
  findById(id: string): Promise<Integration | null> {
    return this.integrations.findById(id);
  }

  /**
   * The integration, when the actor may do this to it.
   * @throws NotFound for one they may not know of, Forbidden when they may only see it.
   */
  async requireIntegration(actor: Actor, name: string, action: IntegrationAction): Promise<Integration> {
    const integration = await this.integrations.findVisible(name, seerOf(actor));
    if (!integration) throw new NotFound('integration');
    if (action === 'admin') requireAllowed('integration', integrationVerdict(actor, integration));
    return integration;
  }

  /**
   * Integrations that the actor can choose from: public ones, those of their organizations, and installed ones; by
   * title.
   */
  list(actor: Actor, filter: IntegrationFilter, page: PageRequest): Promise<Page<Integration>> {
    return this.integrations.list(organizationsListedBy(actor), filter, page);
  }

  /** Integrations that one organization can choose from. @throws NotFound, Forbidden */
  listForOrganization(
    actor: Actor,
    organizationId: string,
    filter: IntegrationFilter,
    page: PageRequest,
  ): Promise<Page<Integration>> {
    requireInOrganization(actor, organizationId, 'listIntegrations');
    return this.integrations.list([organizationId], filter, page);
  }

  /** The secrets it was published with, by name: for its own script alone. */
  async secretsOf({
    id,
    sealedSecrets,
  }: Pick<Integration, 'id' | 'sealedSecrets'>): Promise<Record<string, string>> {
    if (sealedSecrets === null) return {};
    return JSON.parse(await this.secrets.open(sealedSecrets, secretsContext(id))) as Record<string, string>;
  }

  /** Script that handles its events; null for integrations that the product itself implements. */
  scriptOf({ id, name, scriptHash }: Pick<Integration, 'id' | 'name' | 'scriptHash'>): Script | null {
    if (scriptHash === null) return null;
    return {
      name: id,
      hash: scriptHash,
      load: async () => {
        const source = await this.integrations.readScript(scriptHash);
        if (source === null) throw new Error(`The script of the integration "${name}" is gone.`);
        return source;
      },
    };
  }
}

/** Sealing context of an integration's secrets. */
export function secretsContext(integrationId: string): string {
  return `integration ${integrationId}`;
}
