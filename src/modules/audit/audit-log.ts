import { Injectable } from '@nestjs/common';
import { v7 as timeOrderedUuid } from 'uuid';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { currentContext } from '#platform/logging/context.js';
import type { AuditAction } from './audit-actions.js';
import type { AuditActorType } from './audit-event.types.js';
import { AuditEventsRepository } from './audit-events.repository.js';

/** A change to be remembered. */
export interface AuditRecord {
  organizationId: string;
  action: AuditAction;
  /** The changed object; `label` is its name for people. */
  target: { type: string; id: string; label?: string | null };
  /**
   * The target before and after, as far as administrators may see it: never secrets, texts of pages or personal data of
   * others.
   */
  before?: object;
  after?: object;
  /** The actor when it is not the caller of the current request; without a request it is the system. */
  actor?: { type: AuditActorType; id: string };
}

/** An update of something that is stored. */
export interface AuditUpdate extends Omit<AuditRecord, 'before' | 'after'> {
  was: object;
  /** Members that were written; only what may be shown. */
  changes: object;
}

const SYSTEM = { type: 'system', id: 'bindery' } as const;

/** Remembers who changed what. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: AuditEventsRepository,
  ) {}

  /**
   * Notes a change, in the transaction that makes it: either both are there or none. Of `before` and `after` only the
   * members that differ are kept; an update that changed nothing leaves no entry.
   * @throws Error outside of a transaction.
   */
  async record({ organizationId, action, target, before, after, actor }: AuditRecord): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${action} was recorded outside of a transaction.`);
    const changes = differences(before, after);
    if (before && after && Object.keys(changes).length === 0) return;
    const context = currentContext();
    if (!actor && context.isShared)
      throw new Error(`${action} was recorded for several requests without saying who did it.`);
    const { requestId, jobId, address, source, actor: caller, actorType = 'user' } = context;
    const who = actor ?? (caller ? ({ type: actorType, id: caller } as const) : SYSTEM);
    await this.events.insert({
      organizationId,
      // Time-ordered ids keep events of one process in the same millisecond in order.
      id: timeOrderedUuid(),
      occurredAt: this.clock.now(),
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
    });
  }
  /**
   * Notes an update, as `record` does: of what `was`, the members that `changes` names.
   * @throws Error outside of a transaction.
   */
  async recordUpdate({ was, changes, ...update }: AuditUpdate): Promise<void> {
    const old: Record<string, unknown> = { ...was };
    const names = Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const before = Object.fromEntries(names.map((name) => [name, old[name]]));
    await this.record({ ...update, before, after: changes });
  }
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
