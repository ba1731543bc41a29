import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { EventMap } from '#platform/events/events.js';
import { OnEvent } from '#platform/events/on-event.js';
import { Integrations } from '../catalog/integrations.service.js';
import { Installations } from '../installations/installations.service.js';
import type { TargetKind } from '../installations/targets.repository.js';
import type { NewEvent } from '../runtime/script-calls.js';
import { EventReceivers } from './event-receivers.js';
import { IntegrationEvents } from './integration-events.js';

const SUBSCRIBER = 'integrations';

interface Installation {
  organizationId: string;
  integrationId: string;
  installationId: string;
}

/** Tells integrations what happened to their installations, and to the spaces where they are installed. */
@Injectable()
export class OccurredEvents {
  constructor(
    private readonly db: Database,
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly receivers: EventReceivers,
    private readonly events: IntegrationEvents,
  ) {}

  @OnEvent('integration.installed', SUBSCRIBER)
  installed({ status, ...installation }: EventMap['integration.installed']): Promise<void> {
    return this.publish(installation, { type: 'installation_setup', status });
  }

  @OnEvent('integration.installation-changed', SUBSCRIBER)
  changed({
    status,
    previous,
    ...installation
  }: EventMap['integration.installation-changed']): Promise<void> {
    return this.publish(installation, { type: 'installation_setup', status, previous });
  }

  @OnEvent('integration.uninstalled', SUBSCRIBER)
  uninstalled({ previous, ...installation }: EventMap['integration.uninstalled']): Promise<void> {
    return this.publish(installation, { type: 'installation_deleted', previous });
  }

  @OnEvent('integration.target-installed', SUBSCRIBER)
  targetInstalled({ status, ...target }: EventMap['integration.target-installed']): Promise<void> {
    return this.publishOfTarget(target, { type: 'installation_setup', status });
  }

  @OnEvent('integration.target-changed', SUBSCRIBER)
  targetChanged({ status, previous, ...target }: EventMap['integration.target-changed']): Promise<void> {
    return this.publishOfTarget(target, { type: 'installation_setup', status, previous });
  }

  @OnEvent('integration.target-uninstalled', SUBSCRIBER)
  targetUninstalled({ previous, ...target }: EventMap['integration.target-uninstalled']): Promise<void> {
    return this.publishOfTarget(target, { type: 'installation_deleted', previous });
  }

  @OnEvent('space.content-updated', SUBSCRIBER)
  contentUpdated({ revisionId, ...space }: EventMap['space.content-updated']): Promise<void> {
    return this.publishOfSpace(space, { type: 'space_content_updated', revisionId });
  }

  @OnEvent('space.visibility-updated', SUBSCRIBER)
  visibilityUpdated({ previous, visibility, ...space }: EventMap['space.visibility-updated']): Promise<void> {
    const type = 'space_visibility_updated';
    return this.publishOfSpace(space, { type, previousVisibility: previous, visibility });
  }

  @OnEvent('git.sync-started', SUBSCRIBER)
  syncStarted({ revisionId, commitId, ...space }: EventMap['git.sync-started']): Promise<void> {
    return this.publishOfSpace(space, { type: 'space_gitsync_started', revisionId, commitId });
  }

  @OnEvent('git.sync-ended', SUBSCRIBER)
  syncEnded({ state, revisionId, commitId, ...space }: EventMap['git.sync-ended']): Promise<void> {
    return this.publishOfSpace(space, { type: 'space_gitsync_completed', state, revisionId, commitId });
  }

  private async publish({ organizationId, integrationId, installationId }: Installation, event: NewEvent) {
    const integration = await this.integrations.findById(integrationId);
    // Integrations of the product find their installations themselves.
    if (!integration || this.receivers.of(integration)) return;
    const payload = { ...event, installationId };
    await this.db.transaction(() =>
      this.events.emit([{ organizationId, integrationId, installationId, payload }]),
    );
  }

  private publishOfTarget(
    { kind, targetId, ...installation }: Installation & { kind: TargetKind; targetId: string },
    event: NewEvent,
  ): Promise<void> {
    return this.publish(installation, { ...event, type: `${kind}_${event.type}`, [`${kind}Id`]: targetId });
  }

  private async publishOfSpace(
    { organizationId, spaceId }: { organizationId: string; spaceId: string },
    event: NewEvent,
  ): Promise<void> {
    const working = await this.installations.findWorking(organizationId, 'space', spaceId);
    const told = working.filter(
      ({ integration, configuration }) =>
        this.receivers.of(integration)?.wants(event.type, configuration) ?? true,
    );
    const events = told.map(({ integration, installation }) => ({
      organizationId,
      integrationId: integration.id,
      installationId: installation.id,
      payload: { ...event, installationId: installation.id, spaceId },
    }));
    await this.db.transaction(() => this.events.emit(events));
  }
}
