import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { Conflict } from '#platform/http/errors.js';
import { PasskeyEntity } from './passkey.entity.js';

/** A passkey as stored. */
export type Passkey = Readonly<PasskeyEntity>;

const COLUMNS = entityColumns(PasskeyEntity);

/** Every query on `passkeys`. */
@Injectable()
export class PasskeysRepository {
  constructor(private readonly db: Database) {}

  /** The passkeys of a user, oldest first. */
  async listOfUser(userId: string): Promise<Passkey[]> {
    const sql = `select ${COLUMNS} from passkeys where user_id = $1 order by created_at, id`;
    return (await this.db.query<Passkey>(sql, [userId])).map(withNumber);
  }

  async find(id: string): Promise<Passkey | null> {
    const row = await this.db.queryFirst<Passkey>(`select ${COLUMNS} from passkeys where id = $1`, [id]);
    return row && withNumber(row);
  }

  /** @throws Conflict when somebody has it already. */
  async insert(passkey: Passkey): Promise<void> {
    try {
      await this.db.manager.insert(PasskeyEntity, passkey);
    } catch (error) {
      if (violatedConstraint(error) === 'passkeys_pkey')
        throw new Conflict('This passkey is in use already. Choose another one.');
      throw error;
    }
  }

  /** Notes a use. @returns false when another use with this count, or a later one, came first. */
  async recordUse(id: string, { counter, now }: { counter: number; now: Date }): Promise<boolean> {
    const rows = await this.db.query(
      `update passkeys set counter = $2, last_used_at = $3
       where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
      [id, counter, now],
    );
    return rows.length > 0;
  }

  /** @returns the deleted one; null for one that is not the user's. */
  async delete(userId: string, id: string): Promise<{ name: string } | null> {
    const sql = 'delete from passkeys where user_id = $1 and id = $2 returning name';
    return this.db.queryFirst<{ name: string }>(sql, [userId, id]);
  }
}

/** The driver answers 64-bit numbers as texts; counters have 32 bits. */
function withNumber(passkey: Passkey): Passkey {
  return { ...passkey, counter: Number(passkey.counter) };
}
