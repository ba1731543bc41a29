import { Injectable } from '@nestjs/common';
import { integrationRef } from '#modules/content/index.js';
import { ComputedPagesJobs } from '#modules/space-content/index.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { nameBefore } from '../catalog/integrations.repository.js';
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
    const name = await this.nameOf(integrationId);
    if (name === null) return;
    const ids = await this.installations.idsOf(integrationId);
    for (const { organizationId } of (await this.installations.findByIds(ids)).values())
      await this.pages.requestAll(organizationId, integrationRef(name));
  }

  @OnEvent(
    ['integration.target-installed', 'integration.target-changed', 'integration.target-uninstalled'],
    SUBSCRIBER,
  )
  async targetChanged(event: Changed & { kind: 'space' | 'site' }): Promise<void> {
    if (event.kind === 'space') await this.changed(event);
  }

  /** Only states that differ are computed anew, so all spaces of the organization may be looked at. */
  @OnEvent(
    ['integration.installed', 'integration.installation-changed', 'integration.uninstalled'],
    SUBSCRIBER,
  )
  async changed({ organizationId, integrationId }: Changed): Promise<void> {
    const name = await this.nameOf(integrationId);
    if (name !== null) await this.pages.requestAll(organizationId, integrationRef(name));
  }

  /** Name of the integration in the sources of pages, also after it was unpublished. */
  private async nameOf(integrationId: string): Promise<string | null> {
    const integration = await this.integrations.findById(integrationId);
    return integration && nameBefore(integration);
  }
}
