import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound, TooManyRequests } from '#platform/http/errors.js';
import { ALLOWED, requireAllowed } from '#platform/http/verdict.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { auditTarget } from '../catalog/integration-audit.js';
import { integrationVerdict } from '../catalog/integration.policy.js';
import { IntegrationsRepository } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { Installations } from '../installations/installations.service.js';
import { IntegrationEvents } from './integration-events.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';

const MAX_TASK_SIZE = 64 * 1024;
/** Tasks of an integration that wait. */
const MAX_TASKS = 1000;

/** Development and tasks of integrations: events on the author's machine, and tasks for later. */
@Injectable()
export class Development {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly client: GuardedFetch,
    private readonly catalog: IntegrationsRepository,
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly recorded: IntegrationEventsRepository,
    private readonly events: IntegrationEvents,
  ) {}

  /**
   * Sends events to a tunnel, or none any more when it is null.
   * @throws NotFound, Forbidden, BadRequest for an address that is never asked.
   */
  async setTunnel(actor: Actor, name: string, tunnelUrl: string | null, all: boolean): Promise<void> {
    await this.integrations.requireIntegration(actor, name, 'admin');
    if (tunnelUrl !== null) this.requireAddress(tunnelUrl);
    await this.db.transaction(async () => {
      const integration = await this.catalog.lock(name);
      if (!integration) throw new NotFound('integration');
      requireAllowed('integration', integrationVerdict(actor, integration));
      const changes = { devTunnelUrl: tunnelUrl, devAll: all };
      await this.catalog.update(integration.id, { ...changes, updatedAt: this.clock.now() });
      await this.audit.recordUpdate({
        organizationId: integration.organizationId ?? '',
        action: 'integration.development',
        target: auditTarget(integration),
        was: integration,
        changes,
      });
    });
  }

  /**
   * Tells the integration something later: its installation, when that asks, or the integration as such.
   * @throws NotFound, Forbidden for anybody but itself and those who may publish it, BadRequest, TooManyRequests
   */
  async addTask(actor: Actor, name: string, task: object, delaySeconds: number): Promise<void> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const isItself = actor.integrationId === integration.id;
    requireAllowed('integration', isItself ? ALLOWED : integrationVerdict(actor, integration));
    if (JSON.stringify(task).length > MAX_TASK_SIZE)
      throw new BadRequest(`task: at most ${MAX_TASK_SIZE / 1024} KB of JSON can be kept.`);
    if ((await this.recorded.countTasks(integration.id)) >= MAX_TASKS) throw new TooManyRequests(60);
    const found = actor.installationId ? await this.installations.findById(actor.installationId) : null;
    await this.db.transaction(() =>
      this.events.emit([
        {
          integrationId: integration.id,
          installationId: found?.installation.id ?? null,
          organizationId: found?.installation.organizationId ?? null,
          payload: { type: 'task', task },
          delaySeconds,
        },
      ]),
    );
  }

  private requireAddress(tunnelUrl: string): void {
    try {
      this.client.parse(tunnelUrl);
    } catch (error) {
      if (error instanceof FetchFailed) throw new BadRequest(`tunnelUrl: ${error.message}.`);
      throw error;
    }
  }
}
