import { Injectable } from '@nestjs/common';
import { integrationRef } from '#modules/content/index.js';
import { ComputedPagesJobs } from '#modules/space-content/index.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Integrations } from '../catalog/integrations.service.js';
import { InstallationsRepository } from '../installations/installations.repository.js';

const SUBSCRIBER = 'recompute-pages';

type Changed = { organizationId: string; integrationId: string };

/** Has pages computed anew when the integration that computes them is another, is set otherwise, or is gone. */
@Injectable()
export class RecomputePages {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: InstallationsRepository,
    private readonly pages: ComputedPagesJobs,
  ) {}

  @OnEvent('integration.published', SUBSCRIBER)
  async published({ integrationId }: EventMap['integration.published']): Promise<void> {
    const ids = await this.installations.idsOf(integrationId);
    for (const { organizationId } of (await this.installations.findByIds(ids)).values())
      await this.changed({ organizationId, integrationId });
  }

  @OnEvent('integration.installed', SUBSCRIBER)
  installed(event: EventMap['integration.installed']): Promise<void> {
    return this.changed(event);
  }

  @OnEvent('integration.installation-changed', SUBSCRIBER)
  installationChanged(event: EventMap['integration.installation-changed']): Promise<void> {
    return this.changed(event);
  }

  @OnEvent('integration.uninstalled', SUBSCRIBER)
  uninstalled(event: EventMap['integration.uninstalled']): Promise<void> {
    return this.changed(event);
  }

  @OnEvent('integration.target-installed', SUBSCRIBER)
  targetInstalled(event: EventMap['integration.target-installed']): Promise<void> {
    return this.targetChanged(event);
  }

  @OnEvent('integration.target-changed', SUBSCRIBER)
  targetChanged(event: Changed & { kind: 'space' | 'site' }): Promise<void> {
    return event.kind === 'space' ? this.changed(event) : Promise.resolve();
  }

  @OnEvent('integration.target-uninstalled', SUBSCRIBER)
  targetUninstalled(event: EventMap['integration.target-uninstalled']): Promise<void> {
    return this.targetChanged(event);
  }

  /** Only states that differ are computed anew, so all spaces of the organization may be looked at. */
  private async changed({ organizationId, integrationId }: Changed): Promise<void> {
    const name = await this.nameOf(integrationId);
    if (name !== null) await this.pages.requestAll(organizationId, integrationRef(name));
  }

  /** One that was unpublished has left its name to others. */
  private async nameOf(integrationId: string): Promise<string | null> {
    const integration = await this.integrations.findById(integrationId);
    if (!integration) return null;
    const { name, unpublishedAt } = integration;
    return unpublishedAt === null ? name : name.slice(0, name.lastIndexOf('~'));
  }
}
