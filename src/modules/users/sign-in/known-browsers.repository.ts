import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Every query on `known_browsers`. */
@Injectable()
export class KnownBrowsersRepository {
  constructor(private readonly db: Database) {}

  /** True when whoever has the address signed in with the browser before. One statement, whether or not anybody has it. */
  async isKnown(email: string, secretHash: Buffer): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from known_browsers b join users u on u.id = b.user_id
       where u.email = $1 and b.secret_hash = $2`,
      [email, secretHash],
    );
    return rows.length > 0;
  }

  /** Notes the browser. @returns whether it is another than those that the user had. */
  async save(userId: string, secretHash: Buffer, now: Date): Promise<boolean> {
    const [row] = await this.db.query<{ isNew: boolean }>(
      `with others as (select count(*) as number, bool_or(secret_hash = $2) as known from known_browsers where user_id = $1)
       insert into known_browsers (user_id, secret_hash, seen_at) values ($1, $2, $3)
       on conflict (user_id, secret_hash) do update set seen_at = excluded.seen_at
       returning (select number > 0 and not known from others) as "isNew"`,
      [userId, secretHash, now],
    );
    return row?.isNew ?? false;
  }

  async deleteUnseen(before: Date): Promise<void> {
    await this.db.execute('delete from known_browsers where seen_at < $1', [before]);
  }
}
