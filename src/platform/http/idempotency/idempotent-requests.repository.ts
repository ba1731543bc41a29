import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** One try to carry a request out. */
export interface Attempt {
  id: Buffer;
  attempt: string;
}

export interface NewClaim extends Attempt {
  caller: string;
  fingerprint: Buffer;
  now: Date;
  leasedUntil: Date;
  /** Requests from before this time are forgotten. */
  keptSince: Date;
}

/** A request that came with the key before. */
export interface EarlierRequest {
  fingerprint: Buffer;
  leasedUntil: Date;
  isCommitted: boolean;
  status: number | null;
  answer: Buffer | null;
}

/** Every query on `idempotent_requests`. */
@Injectable()
export class IdempotentRequestsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Takes the key for this attempt: where it is new, was taken more than a day ago, or where the process that had it died before anything
   * of the request was committed. Of several who try, one gets it.
   */
  async claim({ id, attempt, caller, fingerprint, now, leasedUntil, keptSince }: NewClaim): Promise<boolean> {
    const claimed = await this.db.execute(
      `insert into idempotent_requests as r (id, attempt, caller, fingerprint, created_at, leased_until, is_committed)
       values ($1, $2, $3, $4, $5, $6, false)
       on conflict (id) do update set attempt = excluded.attempt, fingerprint = excluded.fingerprint,
         created_at = excluded.created_at, leased_until = excluded.leased_until, is_committed = false,
         status = null, answer = null
       where r.created_at < $7 or (r.status is null and not r.is_committed and r.leased_until < excluded.created_at
         and r.fingerprint = excluded.fingerprint)`,
      [id, attempt, caller, fingerprint, now, leasedUntil, keptSince],
    );
    return claimed > 0;
  }

  find(id: Buffer): Promise<EarlierRequest | null> {
    return this.db.queryFirst<EarlierRequest>(
      `select fingerprint, leased_until as "leasedUntil", is_committed as "isCommitted", status, answer
       from idempotent_requests where id = $1`,
      [id],
    );
  }

  /** The number of requests of a caller that are kept, up to `most`, and the time of the first of them. */
  async countOf(
    caller: string,
    keptSince: Date,
    most: number,
  ): Promise<{ count: number; first: Date | null }> {
    const row = await this.db.queryFirst<{ count: number; first: Date | null }>(
      `select count(*)::int as count, min(created_at) as first from (
         select created_at from idempotent_requests where caller = $1 and created_at >= $2
         order by created_at limit $3) kept`,
      [caller, keptSince, most],
    );
    return row ?? { count: 0, first: null };
  }

  /**
   * At the end of a transaction: notes with it that the request did something, unless it only read.
   * @returns false when the attempt lost the key to another one.
   */
  async noteCommit({ id, attempt }: Attempt): Promise<boolean> {
    const [transaction] = await this.db.query<{ writes: boolean }>(
      'select pg_current_xact_id_if_assigned() is not null as writes',
    );
    if (!transaction?.writes) return true;
    return (
      (await this.db.execute(
        'update idempotent_requests set is_committed = true where id = $1 and attempt = $2',
        [id, attempt],
      )) > 0
    );
  }

  async extendLease({ id, attempt }: Attempt, until: Date): Promise<void> {
    await this.db.execute(
      'update idempotent_requests set leased_until = $3 where id = $1 and attempt = $2 and status is null',
      [id, attempt, until],
    );
  }

  async keepAnswer({ id, attempt }: Attempt, status: number, answer: Buffer | null): Promise<void> {
    await this.db.execute(
      'update idempotent_requests set status = $3, answer = $4 where id = $1 and attempt = $2',
      [id, attempt, status, answer],
    );
  }

  /** Gives the key back, unless something of the request was committed: then nobody works on it from `now` on. */
  async release({ id, attempt }: Attempt, now: Date): Promise<void> {
    const values = [id, attempt];
    const released = await this.db.execute(
      'delete from idempotent_requests where id = $1 and attempt = $2 and not is_committed',
      values,
    );
    if (released === 0) await this.extendLease({ id, attempt }, now);
  }

  /** Forgets requests from before the time, some at once. @returns how many. */
  deleteBefore(time: Date, most: number): Promise<number> {
    return this.db.execute(
      `delete from idempotent_requests where id = any(array(
         select id from idempotent_requests where created_at < $1 limit $2))`,
      [time, most],
    );
  }
}
