import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { UserPasswordEntity } from './user-password.entity.js';

/** A password as stored. */
export type StoredPassword = Readonly<UserPasswordEntity>;

const COLUMNS = entityColumns(UserPasswordEntity);

/** Every query on `user_passwords`. */
@Injectable()
export class PasswordsRepository {
  constructor(private readonly db: Database) {}

  async find(userId: string): Promise<StoredPassword | null> {
    return this.db.queryFirst<StoredPassword>(`select ${COLUMNS} from user_passwords where user_id = $1`, [
      userId,
    ]);
  }

  async save({ userId, hash, changedAt }: StoredPassword): Promise<void> {
    await this.db.execute(
      `insert into user_passwords (user_id, hash, changed_at) values ($1, $2, $3)
       on conflict (user_id) do update set hash = excluded.hash, changed_at = excluded.changed_at`,
      [userId, hash, changedAt],
    );
  }

  /** Puts a new hash of the same password in the place of one, unless the password was changed meanwhile. */
  async rehash(userId: string, former: string, hash: string): Promise<void> {
    await this.db.execute('update user_passwords set hash = $3 where user_id = $1 and hash = $2', [
      userId,
      former,
      hash,
    ]);
  }

  /** @returns false for a user without a password. */
  async delete(userId: string): Promise<boolean> {
    const rows = await this.db.query('delete from user_passwords where user_id = $1 returning 1', [userId]);
    return rows.length > 0;
  }
}
