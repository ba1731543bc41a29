import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { MailTopic } from './topics.js';

/** Every query on `muted_mail_topics`. */
@Injectable()
export class MutedTopicsRepository {
  constructor(private readonly db: Database) {}

  async listOf(address: string): Promise<MailTopic[]> {
    return this.db.queryColumn<MailTopic>('select topic from muted_mail_topics where address = $1', [
      address,
    ]);
  }

  async add(address: string, topics: readonly MailTopic[], now: Date): Promise<void> {
    await this.db.execute(
      `insert into muted_mail_topics (address, topic, muted_at)
       select $1, topic, $3 from unnest($2::text[]) as t (topic) on conflict do nothing`,
      [address, topics, now],
    );
  }

  async remove(address: string, topics: readonly MailTopic[]): Promise<void> {
    await this.db.execute('delete from muted_mail_topics where address = $1 and topic = any($2::text[])', [
      address,
      topics,
    ]);
  }
}
