import type { AuditStream } from '#modules/audit/index.js';
import type { DeliveryOutcome } from '#platform/http-client/signed-delivery.js';
import type { Urls } from '#platform/http/urls.js';
import type {
  AuditStreamResource,
  AuditStreamState,
  AuditStreamTestResource,
  AuditStreamWithSecretResource,
} from './audit-stream.dto.js';
import type { AuditStreamView, NewAuditStreamSecret } from './audit-streams.service.js';

/** The state of a stream, in a word. */
export function stateOf({ stream, waiting }: { stream: AuditStream; waiting: number }): AuditStreamState {
  if (stream.isPaused) return 'paused';
  if (stream.failures > 0) return 'failing';
  return waiting === 0 ? 'up-to-date' : 'delivering';
}

export function presentAuditStream(view: AuditStreamView, urls: Urls): AuditStreamResource {
  return fieldsOf(view, urls);
}

/** The same with the secret, which is shown once. */
export function presentNewAuditStream(view: NewAuditStreamSecret, urls: Urls): AuditStreamWithSecretResource {
  return { ...fieldsOf(view, urls), secret: view.secret };
}

function fieldsOf(view: AuditStreamView, urls: Urls) {
  const { stream, waiting } = view;
  const { organizationId, id, title, url, failures } = stream;
  return {
    object: 'audit-stream' as const,
    id,
    title,
    url,
    state: stateOf(view),
    waiting,
    ...time('deliveredAt', stream.deliveredAt),
    ...(stream.deliveredEventId === null ? {} : { deliveredEvent: stream.deliveredEventId }),
    failures,
    ...(stream.lastFailure === null ? {} : { lastFailure: stream.lastFailure }),
    ...time('lastFailureAt', stream.lastFailureAt),
    ...time('nextAttemptAt', stream.nextAttemptAt),
    createdAt: stream.createdAt.toISOString(),
    urls: { location: urls.api('orgs', organizationId, 'audit-streams', id) },
  };
}

export function presentAuditStreamTest({ status, failure }: DeliveryOutcome): AuditStreamTestResource {
  return {
    delivered: failure === null,
    ...(status === null ? {} : { status }),
    ...(failure === null ? {} : { failure }),
  };
}

function time<Name extends string>(name: Name, at: Date | null): { [key in Name]?: string } {
  return (at === null ? {} : { [name]: at.toISOString() }) as { [key in Name]?: string };
}
