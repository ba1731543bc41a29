import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { SsoTestEntity } from './sso-test.entity.js';

export type SsoTest = Readonly<SsoTestEntity>;

const COLUMNS = entityColumns(SsoTestEntity);

/** Every query on `sso_tests`. */
@Injectable()
export class SsoTestsRepository {
  constructor(private readonly db: Database) {}

  async insert(test: SsoTest): Promise<void> {
    await this.db.manager.insert(SsoTestEntity, test);
  }

  async find(id: string, now: Date): Promise<SsoTest | null> {
    const sql = `select ${COLUMNS} from sso_tests where id = $1 and expires_at > $2`;
    return this.db.queryFirst<SsoTest>(sql, [id, now]);
  }

  async findByRequest(request: string, now: Date): Promise<SsoTest | null> {
    const sql = `select ${COLUMNS} from sso_tests where request = $1 and expires_at > $2`;
    return this.db.queryFirst<SsoTest>(sql, [request, now]);
  }

  /** Notes the outcome, with more time to read it. */
  async end(id: string, outcome: Buffer, expiresAt: Date): Promise<void> {
    await this.db.manager.update(SsoTestEntity, { id }, { outcome, expiresAt });
  }

  /** Forgets the tests of a session, so that they do not pile up. */
  async deleteOfSession(tokenId: string, providerId: string): Promise<void> {
    await this.db.execute('delete from sso_tests where token_id = $1 and provider_id = $2', [
      tokenId,
      providerId,
    ]);
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.db.execute('delete from sso_tests where expires_at <= $1', [now]);
  }
}
