import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Logger } from '#platform/logging/logger.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { checkConfiguration } from '../installations/configuration.js';
import { type InstallationView, Installations } from '../installations/installations.service.js';
import type { InstallationTarget, TargetKind } from '../installations/targets.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import { type DeliveryResult, EventReceivers } from './event-receivers.js';
import type { IntegrationEvent, Outcome } from './integration-events.repository.js';
import { failureOf, ScriptCalls } from '../runtime/script-calls.js';

/** Milliseconds before each further attempt. */
const PAUSES = [1000, 5000, 30_000, 300_000];
/** Answer of the published runtime to events without a handler in the script. */
const NOT_HANDLED = 406;
/** Events that tell of the installation itself: also of one that is not active, or gone. */
const OF_ITSELF = /^(space_|site_)?installation_(setup|deleted)$/;
const OF_THE_END = /^(space_|site_)?installation_deleted$/;

/** Destination of an event. */
interface Destination {
  integration: Integration;
  place: CallPlace;
}

/** Recent destinations by the subject of events: many in a row have the same one. */
export type KnownDestinations = Map<string, { at: number; destination: Destination | string }>;
const MOMENT_MS = 1000;

/** Hands one event to whom it is for, and says what comes next. */
@Injectable()
export class DeliverEvent {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly scripts: ScriptCalls,
    private readonly receivers: EventReceivers,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @param known is kept by the caller for events that follow each other. */
  async deliver(event: IntegrationEvent, known: KnownDestinations): Promise<Outcome> {
    const destination = await this.recentDestination(event, known);
    if (typeof destination === 'string') return this.end(event, 'dead', destination);
    const receiver = this.receivers.of(destination.integration);
    const result = await this.handOn(event, destination);
    if (result.failure === null) return this.end(event, 'success', null, result.logs);
    const attempts = event.attempts + 1;
    const pause = receiver ? receiver.pauseAfter(attempts) : (PAUSES[attempts - 1] ?? null);
    if (result.isFinal || pause === null) return this.end(event, 'dead', result.failure, result.logs);
    const dueAt = new Date(this.clock.now().getTime() + pause);
    return { state: 'failed', dueAt, failure: result.failure, logs: result.logs, finishedAt: null };
  }

  private end(
    { dueAt }: IntegrationEvent,
    state: 'success' | 'dead',
    failure: string | null,
    logs: Outcome['logs'] = [],
  ): Outcome {
    return { state, dueAt, failure, logs, finishedAt: this.clock.now() };
  }

  private async recentDestination(
    event: IntegrationEvent,
    known: KnownDestinations,
  ): Promise<Destination | string> {
    const { installationId, type, payload } = event;
    const key = JSON.stringify([
      installationId,
      payload.spaceId,
      payload.siteId,
      OF_ITSELF.test(type) && type,
    ]);
    const now = performance.now();
    const recent = known.get(key);
    if (recent && now - recent.at < MOMENT_MS) return recent.destination;
    const destination = await this.destinationOf(event);
    known.set(key, { at: now, destination });
    return destination;
  }

  /** Destination of the event; a sentence when nobody receives it any more. */
  private async destinationOf(event: IntegrationEvent): Promise<Destination | string> {
    const { integrationId, installationId, type, payload } = event;
    if (installationId === null) {
      const integration = await this.integrations.findById(integrationId);
      return integration ? { integration, place: {} } : 'The integration is not there any more.';
    }
    const found = await this.installations.findById(installationId);
    if (!found) {
      const integration = OF_THE_END.test(type) ? await this.integrations.findById(integrationId) : null;
      return integration ? { integration, place: {} } : 'The integration is not installed there any more.';
    }
    const isOfItself = OF_ITSELF.test(type);
    if (!isOfItself && found.integration.unpublishedAt !== null)
      return 'The integration is not there any more.';
    if (!isOfItself && found.installation.status !== 'active') return 'The installation is not active.';
    const kind = payload.siteId === undefined ? 'space' : 'site';
    const targetId = payload[`${kind}Id`];
    const { integration, installation } = found;
    if (typeof targetId !== 'string') return { integration, place: { installation } };
    const target = await this.targetOf(found, kind, targetId);
    if (!isOfItself && target?.status !== 'active') return 'The integration is not active there any more.';
    return { integration, place: { installation, target } };
  }

  /** With the defaults where the installation is everywhere and nothing else was said for this place. */
  private async targetOf(
    { installation, integration }: InstallationView,
    kind: TargetKind,
    targetId: string,
  ): Promise<InstallationTarget | null> {
    const target = await this.installations.findTarget(installation.id, kind, targetId);
    if (target) return target;
    const selection = kind === 'space' ? installation.spaceSelection : installation.siteSelection;
    if (selection !== 'all') return null;
    const { configuration } = checkConfiguration(integration.configurations[kind], {});
    const { id: installationId, organizationId, createdAt, updatedAt } = installation;
    const own = { status: 'active', configuration, externalIds: [] as string[] } as const;
    return { installationId, kind, targetId, organizationId, ...own, createdAt, updatedAt };
  }

  private async handOn(
    event: IntegrationEvent,
    { integration, place }: Destination,
  ): Promise<DeliveryResult> {
    const receiver = this.receivers.of(integration);
    try {
      return await (receiver?.deliver(event, place) ?? this.call(event, integration, place));
    } catch (error) {
      // Nothing outside fails like this; the events after it are not to wait for somebody to mend it.
      this.logger.error('An event of an integration could not be handed on', {
        err: error,
        eventId: event.id,
      });
      return {
        failure: 'Internal error. See the server log.',
        isFinal: false,
        logs: [],
      };
    }
  }

  private async call(
    { payload }: IntegrationEvent,
    integration: Integration,
    place: CallPlace,
  ): Promise<DeliveryResult> {
    const run = await this.scripts.run(integration, place, payload);
    const status = run.answer?.status ?? 500;
    const isRefused = status >= 400 && status < 500 && status !== 429 && status !== NOT_HANDLED;
    const failure = isRefused ? `The script answered ${status}.` : failureOf(run);
    return { failure, isFinal: isRefused, logs: await run.logs };
  }
}
