import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { Uninstall } from '../installations/uninstall.js';
import { InstallationsRepository } from '../installations/installations.repository.js';
import { auditTarget, shownOf } from './integration-audit.js';
import { integrationVerdict, seerOf } from './integration.policy.js';
import { IntegrationsRepository } from './integrations.repository.js';

/** Takes integrations out of the catalog, and away from everybody who has them. */
@Injectable()
export class UnpublishIntegration {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly audit: AuditLog,
    private readonly integrations: IntegrationsRepository,
    private readonly installations: InstallationsRepository,
    private readonly uninstall: Uninstall,
  ) {}

  /** Succeeds for an integration that the actor cannot see. @throws Forbidden for actors who did not publish it. */
  async execute(actor: Actor, name: string): Promise<void> {
    const seen = await this.integrations.findVisible(name, seerOf(actor));
    if (!seen) return;
    requireAllowed('integration', integrationVerdict(actor, seen));
    await this.db.transaction(async () => {
      const integration = await this.integrations.lock(name);
      if (integration?.id !== seen.id) return;
      requireAllowed('integration', integrationVerdict(actor, integration));
      for (const id of await this.installations.idsOf(integration.id))
        await this.uninstall.end(integration, id);
      await this.integrations.unpublish(integration.id, this.clock.now());
      await this.events.publish('integration.unpublished', { integrationId: integration.id });
      await this.audit.record({
        organizationId: integration.organizationId ?? '',
        action: 'integration.unpublished',
        target: auditTarget(integration),
        before: shownOf(integration),
      });
    });
  }
}
