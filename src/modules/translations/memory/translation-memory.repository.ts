import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Every query on `translation_memory`. */
@Injectable()
export class TranslationMemoryRepository {
  constructor(private readonly db: Database) {}

  find(organizationId: string, keys: readonly Buffer[]): Promise<{ key: Buffer; translation: string }[]> {
    return this.db.query(
      'select key, translation from translation_memory where organization_id = $1 and key = any($2::bytea[])',
      [organizationId, keys],
    );
  }

  /** Notes that these are used, unless that was noted after `noted`. */
  async touch(organizationId: string, keys: readonly Buffer[], now: Date, noted: Date): Promise<void> {
    await this.db.execute(
      `update translation_memory set used_at = $3
       where (organization_id, key) in (
         select organization_id, key from translation_memory
         where organization_id = $1 and key = any($2::bytea[]) and used_at < $4 order by key for update)`,
      [organizationId, keys, now, noted],
    );
  }

  /** Existing rows stay: content was made from them already. */
  async insert(
    organizationId: string,
    entries: readonly { key: Buffer; translation: string }[],
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into translation_memory (organization_id, key, translation, created_at, used_at)
       select $1, key, translation, $4, $4 from unnest($2::bytea[], $3::text[]) as e (key, translation) order by key
       on conflict do nothing`,
      [organizationId, entries.map(({ key }) => key), entries.map(({ translation }) => translation), now],
    );
  }

  /** Answers how many it deleted: at most `limit`. */
  deleteUnused(since: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from translation_memory where (organization_id, key) in (
         select organization_id, key from translation_memory where used_at < $1
         order by used_at limit $2 for update skip locked)`,
      [since, limit],
    );
  }
}
