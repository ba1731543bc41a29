import { Injectable, type OnModuleInit } from '@nestjs/common';
import { SpaceHooks } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { IntegrationsRepository } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { ChangeTargets } from './change-targets.js';
import { InstallationAccess } from './installation-access.js';
import { InstallationsRepository } from './installations.repository.js';
import { UpdateInstallation } from './update-installation.js';

const DELETE_UNPUBLISHED = 'integrations.forget-unpublished';
/** As long as the events that told an integration of its end are kept. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Keeps installations right when something around them changes. */
@Injectable()
export class InstallationUpkeep implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly users: Users,
    private readonly hooks: SpaceHooks,
    private readonly integrations: Integrations,
    private readonly catalog: IntegrationsRepository,
    private readonly installations: InstallationsRepository,
    private readonly update: UpdateInstallation,
    private readonly targets: ChangeTargets,
    private readonly access: InstallationAccess,
  ) {}

  onModuleInit(): void {
    this.hooks.purge.register((organizationId, spaceId) =>
      this.targets.deleteTarget(organizationId, 'space', spaceId),
    );
    this.hooks.transfer.register(async (from, _to, spaceIds) => {
      for (const spaceId of spaceIds) await this.targets.deleteTarget(from, 'space', spaceId);
    });
  }

  /** An event of an older version does not say what was asked for before: then nothing counts as new, nor as agreed to. */
  @OnEvent('integration.published', 'review-installations')
  async review({ integrationId, previousScopes }: EventMap['integration.published']): Promise<void> {
    const integration = await this.integrations.findById(integrationId);
    if (!integration || integration.unpublishedAt) return;
    for (const id of await this.installations.idsOf(integrationId)) {
      await this.update.review(integration, id, previousScopes ?? integration.scopes);
      await this.targets.review(integration, id);
      const installation = await this.installations.findById(id);
      if (installation) await this.users.rename(installation.userId, integration.title);
    }
  }

  @OnEvent('site.deleted', 'end-installations')
  async leaveSite({ organizationId, siteId }: EventMap['site.deleted']): Promise<void> {
    await this.db.transaction(() => this.targets.deleteTarget(organizationId, 'site', siteId));
  }

  @Scheduled('10 4 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_UNPUBLISHED, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_UNPUBLISHED)
  async deleteUnpublished(): Promise<void> {
    await this.catalog.deleteUnpublished(new Date(this.clock.now().getTime() - KEPT_MS));
  }

  /** Updates installations with access to only all spaces or only all sites, which have permissions instead of a role. */
  @OnEvent(
    ['space.created', 'space.updated', 'space.transferred', 'collection.updated', 'site.created'],
    'let-installations-in',
  )
  async letIn({ organizationId }: { organizationId: string }): Promise<void> {
    for (const id of await this.installations.idsOfHalfOpen(organizationId))
      await this.db.transaction(async () => {
        const installation = await this.installations.lock(id);
        const integration = installation && (await this.integrations.findById(installation.integrationId));
        if (integration) await this.access.keepInStep(installation, integration);
      });
  }
}
