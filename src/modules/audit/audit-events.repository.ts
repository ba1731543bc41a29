import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { AuditEventEntity } from './audit-event.entity.js';

export type AuditEvent = Readonly<AuditEventEntity>;

/** Every query on `audit_events`. */
@Injectable()
export class AuditEventsRepository {
  constructor(private readonly db: Database) {}

  /** Adds the event; what a user is called is looked up on the way. */
  async insert(event: Omit<AuditEvent, 'actorLabel'>): Promise<void> {
    await this.db.execute(
      `insert into audit_events (organization_id, id, occurred_at, action, actor_type, actor_id, actor_label, source,
         request_id, address, target_type, target_id, target_label, changes)
       values ($1, $2, $3, $4, $5, $6, (select display_name from users where $5 = 'user' and id = $6), $7,
         $8, $9, $10, $11, $12, $13)`,
      [
        event.organizationId,
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
        JSON.stringify(event.changes),
      ],
    );
  }
}
