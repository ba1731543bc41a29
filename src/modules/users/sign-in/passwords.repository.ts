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

  /** The password of the person with the address. One statement, whether or not anybody has it. @param email in lower case. */
  async findByEmail(email: string): Promise<StoredPassword | null> {
    return this.db.queryFirst<StoredPassword>(
      `select ${COLUMNS} from user_passwords
       where user_id = (select id from users where email = $1 and kind = 'person')`,
      [email],
    );
  }

  async save({ userId, hash, organizationId, changedAt }: StoredPassword): Promise<void> {
    await this.db.execute(
      `insert into user_passwords (user_id, hash, organization_id, changed_at) values ($1, $2, $3, $4)
       on conflict (user_id) do update set hash = excluded.hash, organization_id = excluded.organization_id,
         changed_at = excluded.changed_at`,
      [userId, hash, organizationId, changedAt],
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
