import type { Actor } from '#platform/http/actor.js';
import { Forbidden } from '#platform/http/errors.js';
import { integrationVerdict, organizationsToInstallIn } from '../catalog/integration.policy.js';
import type { Integration } from '../catalog/integrations.repository.js';
import type { EventPayload } from './integration-event.entity.js';
import type { IntegrationEvent } from './integration-events.repository.js';

/** Members of events that name things or say how they are, but hold nothing of what people wrote or who they are. */
const SHOWN_TO_AUTHORS = new Set([
  ...['eventId', 'type', 'status', 'state', 'visibility', 'previousVisibility'],
  ...['installationId', 'spaceId', 'siteId', 'siteSpaceId', 'pageId', 'revisionId', 'commitId'],
  ...['sourceId', 'componentId'],
]);
/** Further members that the contract requires, empty. */
const BLANKS: Record<string, unknown> = {
  previous: {},
  visitor: { anonymousId: '', cookies: {}, userAgent: '', ip: '' },
  url: '',
  referrer: '',
  request: { method: 'get', url: '', headers: {} },
  props: {},
  dependencies: {},
  task: {},
};

/**
 * Organizations whose events of the integration the actor may read: all (null) for its publishers and for itself; those
 * that they administrate for others.
 * @throws Forbidden when the list would be empty.
 */
export function organizationsToRead(actor: Actor, integration: Integration): readonly string[] | null {
  if (actor.kind === 'integration' && actor.integrationId === integration.id) return null;
  if (integrationVerdict(actor, integration).allowed) return null;
  const organizations = organizationsToInstallIn(actor);
  if (organizations.length > 0) return organizations;
  throw new Forbidden('Events are for administrators of the organizations that published or installed it.');
}

/**
 * The payload as the actor may see it. Authors need to know what went wrong where; what the events of other organizations say
 * is between these and the script, so that of those the ids are shown.
 */
export function payloadFor(actor: Actor, { payload, organizationId }: IntegrationEvent): EventPayload {
  if (organizationId === null || actor.kind === 'integration') return payload;
  if (organizationsToInstallIn(actor).includes(organizationId)) return payload;
  return onlyIds(payload);
}

function onlyIds(payload: EventPayload): EventPayload {
  const members = Object.entries(payload).flatMap(([name, value]): [string, unknown][] => {
    if (SHOWN_TO_AUTHORS.has(name)) return [[name, value]];
    if (name === 'feedback') return [[name, { rating: (value as { rating: unknown }).rating }]];
    if (name === 'previous') return [[name, statusOf(value)]];
    return name in BLANKS ? [[name, BLANKS[name]]] : [];
  });
  return Object.fromEntries(members) as EventPayload;
}

function statusOf(previous: unknown): object {
  const { status } = previous as { status?: unknown };
  return status === undefined ? {} : { status };
}
