import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Every query on `sent_mails`. */
@Injectable()
export class SentMailsRepository {
  constructor(private readonly db: Database) {}

  /** The keys that are recorded as sent. */
  async findSent(keys: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>('select key from sent_mails where key = any($1)', [keys]);
  }

  async add(keys: readonly string[], now: Date): Promise<void> {
    await this.db.execute(
      'insert into sent_mails (key, sent_at) select key, $2 from unnest($1::text[]) as k (key) on conflict do nothing',
      [keys, now],
    );
  }

  async deleteBefore(time: Date): Promise<number> {
    return this.db.execute('delete from sent_mails where sent_at < $1', [time]);
  }
}
