import { v7 as timeOrderedUuid } from 'uuid';
import { currentContext } from '#platform/logging/context.js';
import type { AuditActorType } from './audit-event.types.js';
import type { AuditEvent } from './audit-events.repository.js';

/** A change, as it is handed to a log. */
export interface AuditedChange {
  action: string;
  /** The changed object; `label` is its name for people. */
  target: { type: string; id: string; label?: string | null };
  /** The target before and after, as far as readers of the log may see it. */
  before?: object;
  after?: object;
  /** The actor when it is not the caller of the current request; without a request it is the system. */
  actor?: { type: AuditActorType; id: string };
}

export type AuditEntry = Omit<AuditEvent, 'organizationId' | 'actorLabel'>;

const SYSTEM = { type: 'system', id: 'bindery' } as const;

/**
 * The entry for a change that the current request or job makes. Of `before` and `after` only the members that differ are kept.
 * @returns null for an update that changed nothing.
 * @throws Error where several requests share the work, and nobody says who did it.
 */
export function auditEntry(change: AuditedChange, now: Date): AuditEntry | null {
  const { action, target, before, after, actor } = change;
  const changes = differences(before, after);
  if (before && after && Object.keys(changes).length === 0) return null;
  const context = currentContext();
  if (!actor && context.isShared)
    throw new Error(`${action} was recorded for several requests without saying who did it.`);
  const { requestId, jobId, address, source, actor: caller, actorType = 'user' } = context;
  const who = actor ?? (caller ? ({ type: actorType, id: caller } as const) : SYSTEM);
  return {
    // Time-ordered ids keep events of one process in the same millisecond in order.
    id: timeOrderedUuid(),
    occurredAt: now,
    action,
    actorType: who.type,
    actorId: who.id,
    source: source ?? (requestId === undefined || jobId !== undefined ? 'workflow' : 'api'),
    requestId: jobId === undefined ? (requestId ?? null) : null,
    address: address ?? null,
    targetType: target.type,
    targetId: target.id,
    targetLabel: target.label ?? null,
    changes,
  };
}

type Changes = Record<string, { before?: unknown; after?: unknown }>;

function differences(before: object = {}, after: object = {}): Changes {
  const old: Record<string, unknown> = { ...before };
  const now: Record<string, unknown> = { ...after };
  const changes: Changes = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (JSON.stringify(old[name]) === JSON.stringify(now[name])) continue;
    changes[name] = {
      ...(old[name] === undefined ? {} : { before: old[name] }),
      ...(now[name] === undefined ? {} : { after: now[name] }),
    };
  }
  return changes;
}
