import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Every query on `sent_mails`. */
@Injectable()
export class SentMailsRepository {
  constructor(private readonly db: Database) {}

  async has(key: string): Promise<boolean> {
    return (await this.db.query('select 1 from sent_mails where key = $1', [key])).length > 0;
  }

  async add(key: string, now: Date): Promise<void> {
    await this.db.execute('insert into sent_mails (key, sent_at) values ($1, $2) on conflict do nothing', [
      key,
      now,
    ]);
  }

  async deleteBefore(time: Date): Promise<number> {
    return this.db.execute('delete from sent_mails where sent_at < $1', [time]);
  }
}
