import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { AuditAction } from './audit-actions.js';
import { type AuditedChange, auditEntry } from './audit-entry.js';
import { AuditHooks } from './audit-hooks.js';
import { AuditEventsRepository } from './audit-events.repository.js';

/**
 * A change to be remembered. Its `before` and `after` hold what administrators may see: never secrets, texts of pages or personal data
 * of others.
 */
export interface AuditRecord extends AuditedChange {
  organizationId: string;
  action: AuditAction;
}

/** An update of something that is stored. */
export interface AuditUpdate extends Omit<AuditRecord, 'before' | 'after'> {
  was: object;
  /** Members that were written; only what may be shown. */
  changes: object;
}

/** Remembers who changed what. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: AuditEventsRepository,
    private readonly hooks: AuditHooks,
  ) {}

  /**
   * Notes a change, in the transaction that makes it: either both are there or none. Of `before` and `after` only the
   * members that differ are kept; an update that changed nothing leaves no entry.
   * @throws Error outside of a transaction.
   */
  async record({ organizationId, ...change }: AuditRecord): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${change.action} was recorded outside of a transaction.`);
    const entry = auditEntry(change, this.clock.now());
    if (!entry) return;
    const streams = await this.events.insert({ organizationId, ...entry });
    if (streams.length > 0) await this.hooks.streamed.all(organizationId, streams);
  }

  /** The number of changes of these kinds that a person made since then. */
  countOf(
    organizationId: string,
    userId: string,
    actions: readonly AuditAction[],
    since: Date,
  ): Promise<number> {
    return this.events.countOf(organizationId, userId, actions, since);
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
