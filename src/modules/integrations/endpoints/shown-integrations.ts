import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { SiteSpaces } from '#modules/sites/index.js';
import { OnEvent } from '#platform/events/on-event.js';
import { InstallationsRepository } from '../installations/installations.repository.js';

type Changed = { organizationId: string };

/**
 * Updates sites and spaces after changes of integrations: pages show their blocks and scripts, and spaces name the
 * sign-in of their readers.
 */
@Injectable()
export class ShownIntegrations {
  constructor(
    private readonly installations: InstallationsRepository,
    private readonly organizations: Organizations,
    private readonly siteSpaces: SiteSpaces,
  ) {}

  @OnEvent('integration.published', 'refresh-sites')
  async published({ integrationId }: { integrationId: string }): Promise<void> {
    const ids = await this.installations.idsOf(integrationId);
    for (const { organizationId } of (await this.installations.findByIds(ids)).values())
      await this.refresh({ organizationId });
  }

  @OnEvent(
    [
      'integration.installed',
      'integration.installation-changed',
      'integration.uninstalled',
      'integration.target-installed',
      'integration.target-changed',
      'integration.target-uninstalled',
    ],
    'refresh-sites',
  )
  async refresh({ organizationId }: Changed): Promise<void> {
    await this.organizations.refreshSites(organizationId);
    await this.siteSpaces.describeSignedInSpaces(organizationId);
  }
}
