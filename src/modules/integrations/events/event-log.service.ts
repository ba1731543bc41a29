import { Injectable } from '@nestjs/common';
import { requireInOrganization } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { Integrations } from '../catalog/integrations.service.js';
import { Deliveries } from './deliveries.js';
import { organizationsToRead, payloadFor } from './event-visibility.js';
import { type IntegrationEvent, IntegrationEventsRepository } from './integration-events.repository.js';

/** Events that wait for an answer of the script: asked anew, it would answer nobody. */
export const ANSWERED_AT_ONCE = /^(fetch|ui_render|content_compute_)/;

/** Delivered events of integrations, for their authors and administrators. */
@Injectable()
export class EventLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly integrations: Integrations,
    private readonly events: IntegrationEventsRepository,
    private readonly deliveries: Deliveries,
  ) {}

  /**
   * Newest first: events that somebody has tried to deliver, or tasks, of which the published contract knows nothing in its
   * list of events. @throws NotFound, Forbidden
   */
  async list(
    actor: Actor,
    kind: 'events' | 'tasks',
    name: string,
    page: PageRequest,
  ): Promise<Page<IntegrationEvent>> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const organizations = organizationsToRead(actor, integration);
    const found = await this.events.list(kind, integration.id, organizations, page);
    return mapPage(found, (event) => asSeen(actor, event));
  }

  /** The newest ones of an organization's installation, whole. @throws NotFound, Forbidden for others than its administrators */
  async ofOrganization(
    actor: Actor,
    organizationId: string,
    name: string,
    most: number,
  ): Promise<readonly IntegrationEvent[]> {
    requireInOrganization(actor, organizationId, 'installIntegration');
    const { id } = await this.integrations.requireIntegration(actor, name, 'view');
    return (await this.events.list('events', id, [organizationId], { limit: most })).items;
  }

  /** @throws NotFound, Forbidden */
  async get(actor: Actor, name: string, eventId: string): Promise<IntegrationEvent> {
    const integration = await this.integrations.requireIntegration(actor, name, 'view');
    const organizations = organizationsToRead(actor, integration);
    const event = await this.events.find(integration.id, organizations, eventId);
    if (!event) throw new NotFound('event');
    return asSeen(actor, event);
  }

  /**
   * Delivers an event again, with the same id, before later ones that still wait.
   * @throws NotFound, Forbidden, Conflict when it waits already or somebody waited for its answer.
   */
  async redeliver(actor: Actor, name: string, eventId: string): Promise<void> {
    const event = await this.get(actor, name, eventId);
    if (ANSWERED_AT_ONCE.test(event.type))
      throw new Conflict('The event was a question that somebody waited for; it cannot be delivered again.');
    await this.db.transaction(async () => {
      if (!(await this.events.redeliver(eventId, this.clock.now())))
        throw new Conflict('The event waits for its delivery already.');
      this.db.afterCommit(() => this.deliveries.wake(event.queue));
    });
  }
}

function asSeen(actor: Actor, event: IntegrationEvent): IntegrationEvent {
  return { ...event, payload: payloadFor(actor, event) };
}
