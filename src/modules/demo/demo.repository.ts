import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** A part of the demo, made once. */
export type DemoPart = 'space' | 'site' | 'integrations';

/** Remembers what of the demo was made, so that a first start that was cut off goes on where it stopped. */
@Injectable()
export class DemoRepository {
  constructor(private readonly db: Database) {}

  /**
   * The id of a part of the demo; made by `make` the first time, in one transaction with the note that it was.
   * Replicas that start together take turns.
   */
  once(part: DemoPart, make: () => Promise<string>): Promise<string> {
    return this.db.transaction(async () => {
      await this.db.query('select pg_advisory_xact_lock(hashtext($1))', [`demo:${part}`]);
      const known = await this.find(part);
      if (known !== null) return known;
      const id = await make();
      await this.db.execute('insert into installation_settings (key, value) values ($1, $2)', [
        `demo:${part}`,
        id,
      ]);
      return id;
    });
  }

  async find(part: DemoPart): Promise<string | null> {
    const sql = 'select value from installation_settings where key = $1';
    return this.db.queryValue<string>(sql, [`demo:${part}`]);
  }
}
