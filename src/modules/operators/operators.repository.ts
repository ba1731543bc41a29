import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { OperatorEntity } from './operator.entity.js';

export type Operator = Readonly<OperatorEntity>;

const COLUMNS = entityColumns(OperatorEntity);

/** Every query on `operators`. */
@Injectable()
export class OperatorsRepository {
  constructor(private readonly db: Database) {}

  /** True when the user is an operator. */
  async has(userId: string): Promise<boolean> {
    return (await this.db.lookup('select 1 from operators where user_id = $1', [userId])).length > 0;
  }

  /** All operators, those of longest standing first. There are a few. */
  list(): Promise<Operator[]> {
    return this.db.query<Operator>(`select ${COLUMNS} from operators order by added_at, user_id`);
  }

  /** Inside a transaction: ids of all operators, none of whom another transaction can remove until its end. */
  lock(): Promise<string[]> {
    return this.db.queryColumn<string>('select user_id from operators order by user_id for update');
  }

  /** @returns false when the user is one already. */
  async insert({ userId, addedAt, addedBy }: Operator): Promise<boolean> {
    const added = await this.db.execute(
      'insert into operators (user_id, added_at, added_by) values ($1, $2, $3) on conflict do nothing',
      [userId, addedAt, addedBy],
    );
    return added === 1;
  }

  async delete(userId: string): Promise<void> {
    await this.db.execute('delete from operators where user_id = $1', [userId]);
  }
}
