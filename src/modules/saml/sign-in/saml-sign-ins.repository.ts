import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { SamlIdentityEntity } from './saml-identity.entity.js';
import { SamlRequestEntity } from './saml-request.entity.js';

export type SamlRequest = Readonly<SamlRequestEntity>;

/** Every query on `saml_requests`, `saml_assertions` and `saml_identities`. */
@Injectable()
export class SamlSignInsRepository {
  constructor(private readonly db: Database) {}

  /** Requests of the provider that nobody came back with go: anybody may begin one, so they must not pile up. */
  async insertRequest(request: SamlRequest, now: Date): Promise<void> {
    await this.db.execute('delete from saml_requests where provider_id = $1 and expires_at <= $2', [
      request.providerId,
      now,
    ]);
    await this.db.manager.insert(SamlRequestEntity, request);
  }

  /**
   * The request, which is gone afterwards; null for one that there is not, or not any more.
   * @param isTest whether a test is taken, or a sign-in: neither ends as the other.
   */
  async takeRequest(
    id: string,
    providerId: string,
    { now, isTest }: { now: Date; isTest: boolean },
  ): Promise<SamlRequest | null> {
    return this.db.queryFirst<SamlRequest>(
      `delete from saml_requests where id = $1 and provider_id = $2 and expires_at > $3 and is_test = $4
       returning ${entityColumns(SamlRequestEntity)}`,
      [id, providerId, now, isTest],
    );
  }

  /** True when the request is a test that has not come to its end. */
  async isTest(id: string, providerId: string): Promise<boolean> {
    const sql = 'select 1 from saml_requests where id = $1 and provider_id = $2 and is_test';
    return (await this.db.query(sql, [id, providerId])).length > 0;
  }

  /** @returns false when the assertion was taken before. Two at once take turns. */
  async takeAssertion(providerId: string, assertionId: string, expiresAt: Date): Promise<boolean> {
    const inserted = await this.db.execute(
      `insert into saml_assertions (provider_id, assertion_id, expires_at) values ($1, $2, $3) on conflict do nothing`,
      [providerId, assertionId, expiresAt],
    );
    return inserted === 1;
  }

  /** Id of the member whom the provider knows by the name. */
  async findIdentity(providerId: string, nameId: string): Promise<string | null> {
    const sql = 'select user_id as "userId" from saml_identities where provider_id = $1 and name_id = $2';
    return this.db.queryValue<string>(sql, [providerId, nameId]);
  }

  async insertIdentity(identity: SamlIdentityEntity): Promise<void> {
    await this.db.manager.insert(SamlIdentityEntity, identity);
  }

  async deleteIdentities(providerId: string): Promise<void> {
    await this.db.execute('delete from saml_identities where provider_id = $1', [providerId]);
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.db.execute('delete from saml_requests where expires_at <= $1', [now]);
    await this.db.execute('delete from saml_assertions where expires_at <= $1', [now]);
  }
}
