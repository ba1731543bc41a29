import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Days a secret is kept; events may be reported late by minutes only. */
const KEPT_DAYS = 2;

/**
 * Makes names for visitors that are the same for one day and cannot be turned back: hashes with a secret of the day, which
 * all replicas share and which is deleted soon. No cookie, no address and nothing else of a person is stored.
 */
@Injectable()
export class VisitorHashes {
  private current: { day: string; salt: string } | undefined;

  constructor(private readonly db: Database) {}

  /** @param parts what tells visitors apart, such as address and browser. */
  async hash(now: Date, ...parts: string[]): Promise<string> {
    const salt = await this.saltOf(now.toISOString().slice(0, 10));
    return createHmac('sha256', salt).update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  }

  /** Deletes the secrets of past days. */
  async clear(now: Date): Promise<void> {
    await this.db.execute('delete from site_event_salts where day < $1::date - $2::int', [
      now.toISOString().slice(0, 10),
      KEPT_DAYS - 1,
    ]);
  }

  private async saltOf(day: string): Promise<string> {
    if (this.current?.day === day) return this.current.salt;
    const [row] = await this.db.query<{ salt: string }>(
      `insert into site_event_salts (day, salt) values ($1, $2) on conflict (day) do update set day = excluded.day returning salt`,
      [day, randomBytes(32).toString('base64url')],
    );
    const salt = row?.salt ?? '';
    this.current = { day, salt };
    return salt;
  }
}
