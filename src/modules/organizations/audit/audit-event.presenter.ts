import { AUDIT_ACTIONS, type AuditEvent } from '#modules/audit/index.js';
import type { Urls } from '#platform/http/urls.js';
import type {
  AuditEventActionResource,
  AuditEventDetailsResource,
  AuditEventResource,
} from './audit-event.dto.js';

const SCHEMA_VERSION = 1;

export function presentAuditEvent(event: AuditEvent, urls: Urls): AuditEventResource {
  return summaryOf(event, urls);
}

function summaryOf(event: AuditEvent, urls: Urls) {
  const { organizationId, id, occurredAt, action, source } = event;
  return {
    object: 'audit-event' as const,
    id,
    occurredAt: occurredAt.toISOString(),
    action,
    actor: { type: event.actorType, id: event.actorId, ...labelled(event.actorLabel) },
    source,
    target: { type: event.targetType, id: event.targetId, ...labelled(event.targetLabel) },
    urls: { location: urls.api('orgs', organizationId, 'audit-events', id) },
  };
}

export function presentAuditEventDetails(event: AuditEvent, urls: Urls): AuditEventDetailsResource {
  const { requestId, address, changes } = event;
  return {
    ...summaryOf(event, urls),
    ...(requestId === null ? {} : { correlationId: requestId }),
    schemaVersion: SCHEMA_VERSION,
    payload: {
      changes,
      ...(requestId === null ? {} : { requestId }),
      ...(address === null ? {} : { address }),
    },
  };
}

/** Every action there is, by id. */
export function presentAuditEventActions(): AuditEventActionResource[] {
  return Object.entries(AUDIT_ACTIONS)
    .map(([id, label]) => ({ object: 'audit-event-action' as const, id, label }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

function labelled(label: string | null): { label?: string } {
  return label === null ? {} : { label };
}
