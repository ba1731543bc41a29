import type { IntegrationEventResource, TracedEventResource } from './event.dto.js';
import type { IntegrationEvent } from './integration-events.repository.js';

/** An event as the API shows it. */
export function presentEvent(event: IntegrationEvent): IntegrationEventResource {
  const { id, integrationId, installationId, payload, state, attempts, failure } = event;
  const waits = state === 'waiting' || state === 'failed';
  return {
    id,
    integrationId,
    ...(installationId === null ? {} : { installationId }),
    createdAt: event.createdAt.toISOString(),
    payload,
    // One that is delivered again is what it was until then.
    status: state === 'success' || (state === 'waiting' && failure === null) ? 'success' : 'failed',
    delivery: {
      state,
      attempts,
      ...(waits ? { nextAttemptAt: event.dueAt.toISOString() } : {}),
      ...(failure === null ? {} : { failure }),
    },
  };
}

/** The same with what the script logged in the last attempt. */
export function presentTracedEvent(event: IntegrationEvent): TracedEventResource {
  const logs = event.logs.map(({ message, timestamp, level }) => ({ message, timestamp, level }));
  return { event: presentEvent(event), trace: { logs } };
}
