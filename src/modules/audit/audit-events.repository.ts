import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { ActorLabels } from './actor-labels.js';
import { AuditEventEntity } from './audit-event.entity.js';
import { actionsOfGroup, type AuditGroup, SIGN_IN } from './audit-groups.js';

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
  /** Network address that the request came from. */
  address?: string;
  group?: AuditGroup;
  /** False leaves out that people signed in. */
  signIns?: boolean;
}

/** The place of an event in the list. */
export type AuditEventPlace = Pick<AuditEvent, 'occurredAt' | 'id'>;

const COLUMNS = entityColumns(AuditEventEntity, 'e');

/** Every query on `audit_events`. */
@Injectable()
export class AuditEventsRepository {
  constructor(
    private readonly db: Database,
    private readonly labels: ActorLabels,
  ) {}

  /**
   * Adds the event, with the name of its actor, and lets it wait for each stream of the organization.
   * @returns ids of the streams.
   */
  insert(event: Omit<AuditEvent, 'actorLabel'>): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with event as (insert into audit_events (organization_id, id, occurred_at, action, actor_type, actor_id, actor_label, source,
         request_id, address, target_type, target_id, target_label, changes)
       values ($1, $2, $3, $4, $5, $6, ${this.labels.sql('$5', '$6')}, $7, $8, $9, $10, $11, $12, $13))
       insert into audit_stream_entries (organization_id, stream_id, event_id)
       select s.organization_id, s.id, $2 from audit_streams s where s.organization_id = $1 order by s.id
       returning stream_id`,
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

  /**
   * Events of an organization, newest first.
   * @param count the number of all that match, where nobody asks for it or the caller knows it.
   */
  list(
    organizationId: string,
    filter: AuditEventFilter,
    page: PageRequest,
    count?: number,
  ): Promise<Page<AuditEvent>> {
    const { where, values } = this.conditionsOf(organizationId, filter);
    return paginate<AuditEvent>(this.db, page, {
      select: COLUMNS,
      from: `from audit_events e where ${where}`,
      values,
      count,
      by: [
        { sql: 'e.occurred_at', type: 'timestamptz', direction: 'desc' },
        { sql: 'e.id', type: 'uuid', direction: 'desc' },
      ],
    });
  }

  /** The next events of an organization that match, newest first. @param after the last one before them; null for the first. */
  listAfter(
    organizationId: string,
    filter: AuditEventFilter,
    after: AuditEventPlace | null,
    limit: number,
  ): Promise<AuditEvent[]> {
    const { where, values } = this.conditionsOf(organizationId, filter);
    const place = after && [values.push(after.occurredAt), values.push(after.id)];
    const further = place ? ` and (e.occurred_at, e.id) < ($${place[0]}, $${place[1]}::uuid)` : '';
    return this.db.query<AuditEvent>(
      `select ${COLUMNS} from audit_events e where ${where}${further}
       order by e.occurred_at desc, e.id desc limit $${values.push(limit)}`,
      values,
    );
  }

  /** The events of an organization that have these ids, in no order. */
  findAll(organizationId: string, ids: readonly string[]): Promise<AuditEvent[]> {
    const sql = `select ${COLUMNS} from audit_events e where e.organization_id = $1 and e.id = any($2::uuid[])`;
    return this.db.query<AuditEvent>(sql, [organizationId, ids]);
  }

  private conditionsOf(
    organizationId: string,
    filter: AuditEventFilter,
  ): { where: string; values: unknown[] } {
    const { from, to, action, actor, target, targetType, source, address, group, signIns } = filter;
    const asked: [condition: string, value: unknown][] = [
      ['e.occurred_at >=', from],
      ['e.occurred_at <=', to],
      ['e.action =', action],
      ['e.actor_id =', actor],
      ['e.target_id =', target],
      ['e.target_type =', targetType],
      ['e.source =', source],
      ['e.address =', address],
    ];
    const values: unknown[] = [organizationId];
    const conditions = asked.flatMap(([condition, value]) =>
      value === undefined ? [] : [` and ${condition} $${values.push(value)}`],
    );
    if (group !== undefined)
      conditions.push(` and e.action = any($${values.push(actionsOfGroup(group))}::text[])`);
    // As the index says it.
    if (signIns === false) conditions.push(` and e.action <> '${SIGN_IN}'`);
    return { where: `e.organization_id = $1${conditions.join('')}`, values };
  }

  /** The number of events of these actions that an actor caused since then. */
  async countOf(
    organizationId: string,
    actorId: string,
    actions: readonly string[],
    since: Date,
  ): Promise<number> {
    const [count = 0] = await this.db.queryColumn<number>(
      `select count(*)::int from audit_events
       where organization_id = $1 and actor_id = $2 and occurred_at > $3 and action = any($4::text[])`,
      [organizationId, actorId, since, actions],
    );
    return count;
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
