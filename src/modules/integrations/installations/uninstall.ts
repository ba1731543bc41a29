import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { ServiceMembers } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { requireAllowed } from '#platform/http/verdict.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { installationVerdict } from './installation.policy.js';
import { auditTarget, shownOf } from './installation-audit.js';
import { InstallationsRepository } from './installations.repository.js';
import { TargetsRepository } from './targets.repository.js';

/** Ends installations. */
@Injectable()
export class Uninstall {
  constructor(
    private readonly db: Database,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly members: ServiceMembers,
    private readonly integrations: Integrations,
    private readonly installations: InstallationsRepository,
    private readonly targets: TargetsRepository,
  ) {}

  /**
   * Succeeds for an installation that the actor cannot see.
   * @throws NotFound for an unknown integration, Forbidden for actors who may only see it.
   */
  async execute(actor: Actor, name: string, installationId: string): Promise<void> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const installation = await this.installations.find(integration.id, installationId);
    if (!installation) return;
    const verdict = installationVerdict(actor, installation, 'manage');
    if (!verdict.allowed && verdict.hidden) return;
    requireAllowed('installation', verdict);
    await this.end(integration, installationId);
  }

  /**
   * Ends an installation, first on spaces and sites, each with an event. The user it acted as loses everything and stays as the
   * author of what it wrote. For callers who have authorised.
   */
  async end(integration: Integration, installationId: string): Promise<void> {
    await this.db.transaction(async () => {
      const installation = await this.installations.lock(installationId);
      if (!installation) return;
      const { organizationId, userId, configuration } = installation;
      const ids = { organizationId, integrationId: integration.id, installationId };
      for (const { kind, targetId, configuration: settings } of await this.targets.findAll({
        installationId,
      }))
        await this.events.publish('integration.target-uninstalled', {
          ...{ ...ids, kind, targetId },
          previous: { configuration: settings },
        });
      await this.installations.delete(installationId);
      await this.members.removeMember(organizationId, userId);
      await this.events.publish('integration.uninstalled', { ...ids, previous: { configuration } });
      await this.audit.record({
        organizationId,
        action: 'integration.uninstalled',
        target: auditTarget(installation, integration),
        before: shownOf(installation),
      });
    });
  }
}
