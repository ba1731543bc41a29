import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ReaderEvent, ReaderEventHooks } from '#modules/insights/index.js';
import type { IntegrationScope } from '../catalog/integration.values.js';
import { effectiveScopesOf } from '../installations/installation-scopes.js';
import { Installations } from '../installations/installations.service.js';
import type { NewEvent } from '../runtime/script-calls.js';
import { EventReceivers } from './event-receivers.js';
import { IntegrationEvents } from './integration-events.js';

/** Events of readers that integrations receive, and the scope needed for each. */
const TOLD: Record<string, { type: string; scope: IntegrationScope } | undefined> = {
  page_view: { type: 'site_view', scope: 'site:views:read' },
  page_post_feedback: { type: 'page_feedback', scope: 'page:feedback:read' },
  page_post_feedback_comment: { type: 'page_feedback', scope: 'page:feedback:read' },
};

/**
 * Tells integrations on a site what its readers do. Who they are nobody knows: the visitor is the hash of the day that
 * insights have, there are no cookies, and no network address.
 */
@Injectable()
export class ReaderEventForwarder implements OnModuleInit {
  constructor(
    private readonly hooks: ReaderEventHooks,
    private readonly installations: Installations,
    private readonly receivers: EventReceivers,
    private readonly events: IntegrationEvents,
  ) {}

  onModuleInit(): void {
    this.hooks.register((events) => this.forward(events));
  }

  private async forward(events: readonly ReaderEvent[]): Promise<void> {
    const told = events.filter(({ type }) => TOLD[type] !== undefined);
    const [first] = told;
    if (!first) return;
    const { organizationId, siteId } = first;
    // Most sites have none: found out in one statement.
    if (!(await this.installations.hasWorking(organizationId, 'site', siteId))) return;
    const working = await this.installations.findWorking(organizationId, 'site', siteId);
    const rows = told.flatMap((event) =>
      working.flatMap(({ integration, installation, configuration }) => {
        const { type, scope } = TOLD[event.type]!;
        const wants = this.receivers.of(integration)?.wants(type, configuration) ?? true;
        if (!wants || !effectiveScopesOf(installation, integration).includes(scope)) return [];
        const payload = { ...payloadOf(event, type), installationId: installation.id };
        return { organizationId, integrationId: integration.id, installationId: installation.id, payload };
      }),
    );
    await this.events.emit(rows);
  }
}

function payloadOf(event: ReaderEvent, type: string): NewEvent {
  const { siteId, spaceId, siteSpaceId, pageId, url, referrer, language, details } = event;
  const { rating, comment } = details as { rating?: string; comment?: string };
  return {
    type,
    siteId,
    ...(spaceId !== null && { spaceId }),
    ...(pageId !== null && { pageId }),
    ...(type === 'site_view' && siteSpaceId !== null && { siteSpaceId }),
    ...(type === 'page_feedback' && { feedback: { rating, ...(comment !== undefined && { comment }) } }),
    visitor: {
      anonymousId: event.visitor,
      cookies: {},
      userAgent: event.userAgent,
      ip: '',
      ...(language !== null && { language }),
    },
    url,
    referrer: referrer ?? '',
  };
}
