import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { ActorLabels } from './actor-labels.js';
import { AuditEventEntity } from './audit-event.entity.js';

export type AuditEvent = Readonly<AuditEventEntity>;

/** Filter of a list; absent members do not matter. */
export interface AuditEventFilter {
  /** Both ends belong to the time asked for. */
  from?: Date;
  to?: Date;
  action?: string;
  /** Ids. */
  actor?: string;
  target?: string;
  targetType?: string;
  source?: string;
}

const COLUMNS = entityColumns(AuditEventEntity, 'e');

/** Every query on `audit_events`. */
@Injectable()
export class AuditEventsRepository {
  constructor(
    private readonly db: Database,
    private readonly labels: ActorLabels,
  ) {}

  /** Adds the event, with the name of its actor. */
  async insert(event: Omit<AuditEvent, 'actorLabel'>): Promise<void> {
    await this.db.execute(
      `insert into audit_events (organization_id, id, occurred_at, action, actor_type, actor_id, actor_label, source,
         request_id, address, target_type, target_id, target_label, changes)
       values ($1, $2, $3, $4, $5, $6, ${this.labels.sql('$5', '$6')}, $7, $8, $9, $10, $11, $12, $13)`,
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
        storableJson(event.changes),
      ],
    );
  }
  /** Events of an organization, newest first. */
  list(organizationId: string, filter: AuditEventFilter, page: PageRequest): Promise<Page<AuditEvent>> {
    const { from, to, action, actor, target, targetType, source } = filter;
    const asked: [condition: string, value: unknown][] = [
      ['e.occurred_at >=', from],
      ['e.occurred_at <=', to],
      ['e.action =', action],
      ['e.actor_id =', actor],
      ['e.target_id =', target],
      ['e.target_type =', targetType],
      ['e.source =', source],
    ];
    const values: unknown[] = [organizationId];
    const conditions = asked.flatMap(([condition, value]) =>
      value === undefined ? [] : [` and ${condition} $${values.push(value)}`],
    );
    return paginate<AuditEvent>(this.db, page, {
      select: COLUMNS,
      from: `from audit_events e where e.organization_id = $1${conditions.join('')}`,
      values,
      by: [
        { sql: 'e.occurred_at', type: 'timestamptz', direction: 'desc' },
        { sql: 'e.id', type: 'uuid', direction: 'desc' },
      ],
    });
  }

  async find(organizationId: string, id: string): Promise<AuditEvent | null> {
    return this.db.queryFirst<AuditEvent>(
      `select ${COLUMNS} from audit_events e where e.organization_id = $1 and e.id = $2`,
      [organizationId, id],
    );
  }

  /**
   * Deletes events of all organizations that are older, oldest first in each, at most so many: found by the index of each
   * organization, as most of the log stays. @returns how many they were.
   */
  async deleteBefore(limit: Date, most: number): Promise<number> {
    return this.db.execute(
      `with recursive logs (id) as (
         select min(organization_id) from audit_events
         union all
         select (select min(e.organization_id) from audit_events e where e.organization_id > o.id)
         from logs o where o.id is not null)
       delete from audit_events where ctid = any(array(
         select old.ctid from logs o cross join lateral (
           select e.ctid from audit_events e where e.organization_id = o.id and e.occurred_at < $1
           order by e.occurred_at limit $2) old
         limit $2))`,
      [limit, most],
    );
  }
}
