import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { requireInOrganization } from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { type Integration, IntegrationsRepository } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { checkConfiguration, statusWith } from './configuration.js';
import { auditTarget, shownOf } from './installation-audit.js';
import { InstallationAccess } from './installation-access.js';
import { type InstallationRecord, InstallationsRepository } from './installations.repository.js';
import type { InstallationView } from './installations.service.js';

/** Installs integrations in organizations. */
@Injectable()
export class Install {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly users: Users,
    private readonly integrations: Integrations,
    private readonly catalog: IntegrationsRepository,
    private readonly installations: InstallationsRepository,
    private readonly access: InstallationAccess,
  ) {}

  /**
   * Installs the integration with the default settings. It waits (`pending`) while settings are missing that it requires, and
   * gets to no space or site yet, unless it is one for whole organizations.
   * @throws NotFound for an integration or organization that is not visible, Forbidden below the role `admin` and for a private
   * integration of another organization, Conflict when it is installed already.
   */
  async execute(actor: Actor, name: string, organizationId: string): Promise<InstallationView> {
    const { id } = await this.integrations.requireIntegration(actor, name, 'view');
    requireInOrganization(actor, organizationId, 'installIntegration');
    return this.db.transaction(async () => {
      // Held, so that nobody takes it out of the catalog meanwhile.
      const integration = await this.catalog.lock(name);
      if (integration?.id !== id) throw new NotFound('integration');
      return this.install(integration, organizationId);
    });
  }

  private async install(integration: Integration, organizationId: string): Promise<InstallationView> {
    if (integration.visibility === 'private' && integration.organizationId !== organizationId)
      throw new Forbidden(
        'A private integration can be installed only in the organization that published it.',
      );
    const { configuration, missing } = checkConfiguration(integration.configurations.account, {});
    const selection = integration.target === 'organization' ? 'all' : 'selected';
    const now = this.clock.now();
    const user = await this.users.createServiceUser(integration.title);
    const installation: InstallationRecord = {
      id: newId(now.getTime()),
      integrationId: integration.id,
      organizationId,
      userId: user.id,
      status: statusWith(missing, false),
      spaceSelection: selection,
      siteSelection: selection,
      scopes: integration.scopes,
      configuration,
      externalIds: [],
      createdAt: now,
      updatedAt: now,
    };
    const isNew = await this.installations.insert(installation);
    if (!isNew) throw new Conflict(`The organization has installed "${integration.name}" already.`);
    await this.access.keepInStep(installation, integration);
    const { id: installationId, status } = installation;
    const ids = { organizationId, integrationId: integration.id, installationId };
    await this.events.publish('integration.installed', { ...ids, status });
    await this.audit.record({
      organizationId,
      action: 'integration.installed',
      target: auditTarget(installation, integration),
      after: shownOf(installation),
    });
    const stored = await this.installations.findById(installationId);
    return { integration, installation: stored ?? { ...installation, spaces: 0 } };
  }
}
