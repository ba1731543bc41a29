import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { storableJson } from '#platform/database/storable-json.js';
import { ActorLabels } from './actor-labels.js';
import { type AuditedChange, auditEntry } from './audit-entry.js';
import { InstallationEventEntity } from './installation-event.entity.js';

/** Every action on the whole installation, and how people read it. Ids are stable: they are stored. */
export const INSTALLATION_ACTIONS = {
  'operator.added': 'Operator named',
  'operator.removed': 'Operator removed',
  'job.run-again': 'Job run again',
  'job.dropped': 'Job dropped',
  'mail.tested': 'Test mail sent',
  'storage.tested': 'Storage tested',
  'address.tested': 'Address of the installation tested',
  'sizes.requested': 'Sizes counted again',
  'backup.requested': 'Backup begun',
  'backup.verified': 'Backup verified',
  'backup.deleted': 'Backup deleted',
  'github-app.created': 'GitHub App made',
  'github-app.removed': 'GitHub App removed',
} as const satisfies Record<string, string>;

export type InstallationAction = keyof typeof INSTALLATION_ACTIONS;
export type InstallationEvent = Readonly<InstallationEventEntity>;

const COLUMNS = entityColumns(InstallationEventEntity, 'e');

/** Remembers what operators did to the whole installation. No organization sees it. */
@Injectable()
export class InstallationLog {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly labels: ActorLabels,
  ) {}

  /** Notes a change in the transaction that makes it, as `AuditLog` does. @throws Error outside of a transaction. */
  async record(change: AuditedChange & { action: InstallationAction }): Promise<void> {
    if (!this.db.inTransaction) throw new Error(`${change.action} was recorded outside of a transaction.`);
    const event = auditEntry(change, this.clock.now());
    if (!event) return;
    await this.db.execute(
      `insert into installation_events (id, occurred_at, action, actor_type, actor_id, actor_label, source, request_id, address,
         target_type, target_id, target_label, changes)
       values ($1, $2, $3, $4, $5, ${this.labels.sql('$4', '$5')}, $6, $7, $8, $9, $10, $11, $12)`,
      [
        event.id,
        event.occurredAt,
        event.action,
        event.actorType,
        event.actorId,
        event.source,
        event.requestId,
        event.address,
        event.targetType,
        event.targetId,
        event.targetLabel,
        storableJson(event.changes),
      ],
    );
  }

  /** Events, newest first. The caller makes sure that an operator reads them. @throws BadRequest for a cursor of another list. */
  list(page: PageRequest): Promise<Page<InstallationEvent>> {
    return paginate<InstallationEvent>(this.db, page, {
      select: COLUMNS,
      from: 'from installation_events e where true',
      values: [],
      by: [
        { sql: 'e.occurred_at', type: 'timestamptz', direction: 'desc' },
        { sql: 'e.id', type: 'uuid', direction: 'desc' },
      ],
    });
  }

  /** Deletes events that are older. @returns how many they were. */
  deleteBefore(limit: Date): Promise<number> {
    return this.db.execute('delete from installation_events where occurred_at < $1', [limit]);
  }
}
