import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { OidcIdentityEntity } from './oidc-identity.entity.js';
import { OidcRequestEntity } from './oidc-request.entity.js';

export type OidcRequest = Readonly<OidcRequestEntity>;

/** Every query on `oidc_requests` and `oidc_identities`. */
@Injectable()
export class OidcSignInsRepository {
  constructor(private readonly db: Database) {}

  /** Requests of the provider that nobody came back with go: anybody may begin one, so they must not pile up. */
  async insertRequest(request: OidcRequest, now: Date): Promise<void> {
    await this.db.execute('delete from oidc_requests where provider_id = $1 and expires_at <= $2', [
      request.providerId,
      now,
    ]);
    await this.db.manager.insert(OidcRequestEntity, request);
  }

  /** The request, which is gone afterwards; null for one that there is not, or not any more. */
  async takeRequest(state: string, providerId: string, now: Date): Promise<OidcRequest | null> {
    return this.db.queryFirst<OidcRequest>(
      `delete from oidc_requests where state = $1 and provider_id = $2 and expires_at > $3
       returning ${entityColumns(OidcRequestEntity)}`,
      [state, providerId, now],
    );
  }

  /** Id of the member whom the provider knows by the subject. */
  async findIdentity(providerId: string, subject: string): Promise<string | null> {
    const sql = 'select user_id as "userId" from oidc_identities where provider_id = $1 and subject = $2';
    return this.db.queryValue<string>(sql, [providerId, subject]);
  }

  async insertIdentity(identity: OidcIdentityEntity): Promise<void> {
    await this.db.manager.insert(OidcIdentityEntity, identity);
  }

  async deleteIdentities(providerId: string): Promise<void> {
    await this.db.execute('delete from oidc_identities where provider_id = $1', [providerId]);
  }
}
