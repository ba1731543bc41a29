import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { IntegrationEventEntity } from './integration-event.entity.js';

/** An event as stored. */
export type IntegrationEvent = Readonly<IntegrationEventEntity>;

/** An event that was not handed on yet. */
export type QueuedEvent = Pick<
  IntegrationEvent,
  'id' | 'integrationId' | 'installationId' | 'organizationId' | 'type' | 'payload' | 'dueAt' | 'createdAt'
>;

/** An event that was answered at once. */
export type FinishedEvent = Omit<QueuedEvent, 'dueAt'> &
  Pick<IntegrationEvent, 'state' | 'failure' | 'logs' | 'finishedAt'>;

/** Outcome of an attempt. */
export type Outcome = Pick<IntegrationEvent, 'state' | 'dueAt' | 'failure' | 'logs' | 'finishedAt'>;

const COLUMNS = entityColumns(IntegrationEventEntity, 'e');

/** True when a delivery was attempted. */
const TRIED = '(e.attempts > 0 or e.finished_at is not null)';

/** Events of whom to read: of all organizations when null. */
const OF_ORGANIZATIONS = '($2::text[] is null or e.organization_id = any($2))';

/**
 * True when an event is the next of queue $1 at $2. An event that waits for its next attempt blocks those after it,
 * except tasks.
 */
const NEXT = `e.queue = $1 and e.state in ('waiting', 'failed') and e.due_at <= $2 and (e.type = 'task' or not exists (
  select from integration_events b where b.queue = $1 and b.state = 'failed' and b.type <> 'task'
    and b.due_at > $2 and b.sequence < e.sequence))`;

/** Every query on `integration_events` and `integration_queues`. */
@Injectable()
export class IntegrationEventsRepository {
  constructor(private readonly db: Database) {}

  async insertQueued(events: readonly QueuedEvent[]): Promise<void> {
    await this.db.execute(
      `insert into integration_events
         (id, integration_id, installation_id, organization_id, queue, type, payload, state, due_at, created_at)
       select v.id, v.integration_id, v.installation_id, v.organization_id, coalesce(v.installation_id, v.integration_id),
         v.type, v.payload, 'waiting', v.due_at, v.created_at
       from jsonb_to_recordset($1::jsonb) as v (id text, integration_id text, installation_id text, organization_id text,
         type text, payload jsonb, due_at timestamptz, created_at timestamptz)`,
      [
        storableJson(
          events.map((event) => ({
            id: event.id,
            integration_id: event.integrationId,
            installation_id: event.installationId,
            organization_id: event.organizationId,
            type: event.type,
            payload: event.payload,
            due_at: event.dueAt,
            created_at: event.createdAt,
          })),
        ),
      ],
    );
  }

  async updateLogs(id: string, logs: IntegrationEvent['logs']): Promise<void> {
    await this.db.execute('update integration_events set logs = $2 where id = $1', [id, storableJson(logs)]);
  }

  async insertFinished(event: FinishedEvent): Promise<void> {
    await this.db.execute(
      `insert into integration_events (id, integration_id, installation_id, organization_id, queue, type, payload, state,
         attempts, due_at, failure, logs, created_at, finished_at)
       select $1, n.id, $3, $4, coalesce($3, n.id), $5, $6, $7, 1, $10, $8, $9, $10, $11 from integrations n where n.id = $2`,
      [
        event.id,
        event.integrationId,
        event.installationId,
        event.organizationId,
        event.type,
        storableJson(event.payload),
        event.state,
        event.failure,
        storableJson(event.logs),
        event.createdAt,
        event.finishedAt,
      ],
    );
  }

  /**
   * Events that were tried, newest first; or all tasks.
   * @param organizationIds of installations there only; of all when null.
   */
  list(
    kind: 'events' | 'tasks',
    integrationId: string,
    organizationIds: readonly string[] | null,
    page: PageRequest,
  ): Promise<Page<IntegrationEvent>> {
    return paginate<IntegrationEvent>(this.db, page, {
      select: COLUMNS,
      from: `from integration_events e where e.integration_id = $1 and ${OF_ORGANIZATIONS}
        and ${kind === 'tasks' ? `e.type = 'task'` : `e.type <> 'task' and ${TRIED}`}`,
      values: [integrationId, organizationIds],
      by: byTime('e.created_at', 'e.id', 'desc'),
    });
  }

  async find(
    integrationId: string,
    organizationIds: readonly string[] | null,
    id: string,
  ): Promise<IntegrationEvent | null> {
    const sql = `select ${COLUMNS} from integration_events e where e.integration_id = $1 and ${OF_ORGANIZATIONS} and e.id = $3`;
    return (await this.db.query<IntegrationEvent>(sql, [integrationId, organizationIds, id]))[0] ?? null;
  }

  /** Takes the queue for a process, unless another has it. @returns whether it has it now. */
  async hold(queue: string, holder: string, now: Date, until: Date): Promise<boolean> {
    const held = await this.db.execute(
      `insert into integration_queues (id, held_by, held_until) values ($1, $2, $4)
       on conflict (id) do update set held_by = $2, held_until = $4
       where integration_queues.held_by = $2 or integration_queues.held_until < $3`,
      [queue, holder, now, until],
    );
    return held === 1;
  }

  async letGo(queue: string, holder: string): Promise<void> {
    await this.db.execute('delete from integration_queues where id = $1 and held_by = $2', [queue, holder]);
  }

  /** Next events to deliver, in this order. */
  findNext(queue: string, now: Date, limit: number): Promise<IntegrationEvent[]> {
    const sql = `select ${COLUMNS} from integration_events e where ${NEXT} order by e.sequence limit $3`;
    return this.db.query<IntegrationEvent>(sql, [queue, now, limit]);
  }

  /** When there is something to do, after a time at which there was nothing; null when nothing waits. */
  async nextDue(queue: string, after: Date): Promise<Date | null> {
    return this.db.queryValue<Date>(
      `select min(due_at) as at from integration_events where queue = $1 and state in ('waiting', 'failed')
         and due_at > $2`,
      [queue, after],
    );
  }

  /** Finds queues with due events on which no process has a lease. */
  async findUnattended(now: Date, limit: number): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct e.queue from integration_events e
       where e.state in ('waiting', 'failed') and e.due_at <= $1 and not exists (
         select from integration_queues q where q.id = e.queue and q.held_until >= $1) limit $2`,
      [now, limit],
    );
  }

  /**
   * Notes what came of an attempt, while the queue is still held.
   * @returns false when another process has it by now, which then tells for itself.
   */
  async finish(
    { id, queue }: Pick<IntegrationEvent, 'id' | 'queue'>,
    holder: string,
    { state, dueAt, failure, logs, finishedAt }: Outcome,
  ): Promise<boolean> {
    const updated = await this.db.execute(
      `update integration_events set state = $4, attempts = attempts + 1, due_at = $5, failure = $6, logs = $7, finished_at = $8
       where id = $1 and exists (select from integration_queues q where q.id = $2 and q.held_by = $3)`,
      [id, queue, holder, state, dueAt, failure, storableJson(logs), finishedAt],
    );
    return updated === 1;
  }

  /** Puts an event where it was in its queue. @returns false when it waits already. */
  async redeliver(id: string, now: Date): Promise<boolean> {
    const updated = await this.db.execute(
      `update integration_events set state = 'waiting', attempts = 0, due_at = $2
       where id = $1 and state in ('success', 'failed', 'dead')`,
      [id, now],
    );
    return updated === 1;
  }

  /** Number of waiting tasks of an integration. */
  async countTasks(integrationId: string): Promise<number> {
    return this.db.queryCount(
      `select count(*)::int as count from integration_events
       where integration_id = $1 and type = 'task' and state in ('waiting', 'failed')`,
      [integrationId],
    );
  }

  /** Forgets events of before, at most `limit`. @returns how many it were. */
  async deleteBefore(before: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from integration_events where id in (select id from integration_events where created_at < $1 limit $2)`,
      [before, limit],
    );
  }
}
