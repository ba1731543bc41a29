import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { AuditStreamEntity } from './audit-stream.entity.js';

export type AuditStream = Readonly<AuditStreamEntity>;
export type AuditStreamChanges = Partial<Omit<AuditStreamEntity, 'organizationId' | 'id'>>;

/** A stream, by its organization. */
export interface StreamKey {
  organizationId: string;
  id: string;
}

/** An entry that waits for its delivery. */
export interface WaitingEntry {
  position: string;
  eventId: string;
}

const COLUMNS = entityColumns(AuditStreamEntity, 's');
const ONE = 'organization_id = $1 and id = $2';

/** Every query on `audit_streams` and `audit_stream_entries`, but for the one that adds entries (`AuditEventsRepository`). */
@Injectable()
export class AuditStreamsRepository {
  constructor(private readonly db: Database) {}

  /** Streams of an organization, oldest first. */
  list(organizationId: string): Promise<AuditStream[]> {
    const sql = `select ${COLUMNS} from audit_streams s where s.organization_id = $1 order by s.created_at, s.id`;
    return this.db.query<AuditStream>(sql, [organizationId]);
  }

  find({ organizationId, id }: StreamKey): Promise<AuditStream | null> {
    const sql = `select ${COLUMNS} from audit_streams s where s.organization_id = $1 and s.id = $2`;
    return this.db.queryFirst<AuditStream>(sql, [organizationId, id]);
  }

  async insert(stream: AuditStream): Promise<void> {
    await this.db.manager.insert(AuditStreamEntity, stream);
  }

  async update({ organizationId, id }: StreamKey, changes: AuditStreamChanges): Promise<void> {
    await this.db.manager.update(AuditStreamEntity, { organizationId, id }, changes);
  }

  /** Deletes the stream with the entries that wait. */
  async delete({ organizationId, id }: StreamKey): Promise<void> {
    await this.db.execute(`delete from audit_streams where ${ONE}`, [organizationId, id]);
  }

  /** Number of entries that wait, counted up to `most`. */
  async countWaiting({ organizationId, id }: StreamKey, most: number): Promise<number> {
    return this.db.queryCount(
      `select count(*)::int as count from (
         select from audit_stream_entries where organization_id = $1 and stream_id = $2 limit $3) as waiting`,
      [organizationId, id, most],
    );
  }

  /** The entries that wait, first to last. */
  listWaiting({ organizationId, id }: StreamKey, limit: number): Promise<WaitingEntry[]> {
    return this.db.query<WaitingEntry>(
      `select e.position::text as position, e.event_id as "eventId" from audit_stream_entries e
       where e.organization_id = $1 and e.stream_id = $2 order by e.position limit $3`,
      [organizationId, id, limit],
    );
  }

  /**
   * Takes or keeps the stream for a run, where it is due and no other run has it.
   * @returns the stream; null where it is not to be delivered now.
   */
  hold(
    { organizationId, id }: StreamKey,
    holder: string,
    now: Date,
    until: Date,
  ): Promise<AuditStream | null> {
    return this.db.queryFirst<AuditStream>(
      `update audit_streams s set held_by = $3, held_until = $5
       where s.organization_id = $1 and s.id = $2 and not s.is_paused
         and (s.next_attempt_at is null or s.next_attempt_at <= $4)
         and (s.held_by is null or s.held_by = $3 or s.held_until < $4)
       returning ${COLUMNS}`,
      [organizationId, id, holder, now, until],
    );
  }

  /** Lets others deliver. */
  async letGo({ organizationId, id }: StreamKey, holder: string): Promise<void> {
    await this.db.execute(
      `update audit_streams set held_by = null, held_until = null where ${ONE} and held_by = $3`,
      [organizationId, id, holder],
    );
  }

  /** Notes that entries were delivered, and forgets that they waited. */
  async finish({ organizationId, id }: StreamKey, entries: readonly WaitingEntry[], at: Date): Promise<void> {
    const last = entries.at(-1)?.eventId ?? null;
    await this.db.transaction(async () => {
      await this.db.execute(
        `delete from audit_stream_entries
         where organization_id = $1 and stream_id = $2 and position = any($3::bigint[])`,
        [organizationId, id, entries.map(({ position }) => position)],
      );
      await this.db.execute(
        `update audit_streams set failures = 0, next_attempt_at = null, delivered_at = $3,
           delivered_event_id = coalesce($4::uuid, delivered_event_id)
         where ${ONE}`,
        [organizationId, id, at, last],
      );
    });
  }

  /** Notes a failed attempt. A stream that was paused, or given another address meanwhile, is left as it is. */
  async fail({ organizationId, id }: StreamKey, holder: string, failed: FailedAttempt): Promise<void> {
    await this.db.execute(
      `update audit_streams set failures = failures + 1, last_failure = $4, last_failure_at = $5, next_attempt_at = $6
       where ${ONE} and held_by = $3`,
      [organizationId, id, holder, failed.reason, failed.at, failed.nextAt],
    );
  }

  /** Streams with entries that could be delivered now, and that no run has. */
  listDue(now: Date, limit: number): Promise<StreamKey[]> {
    return this.db.query<StreamKey>(
      `select s.organization_id as "organizationId", s.id from audit_streams s
       where not s.is_paused and (s.next_attempt_at is null or s.next_attempt_at <= $1)
         and (s.held_by is null or s.held_until < $1)
         and exists (select from audit_stream_entries e where e.organization_id = s.organization_id and e.stream_id = s.id)
       order by s.organization_id, s.id limit $2`,
      [now, limit],
    );
  }
}

/** An attempt that failed. */
export interface FailedAttempt {
  reason: string;
  at: Date;
  nextAt: Date;
}
