import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';

/** Ways into an organization that a user has without its identity providers. */
export interface WaysOfUser {
  userId: string;
  /** A personal token that was made by hand, has no limits, and has not ended. */
  hasToken: boolean;
  /** A password, a passkey, or links by mail where there is a mail server. */
  comesAlone: boolean;
}

/** Tells how users come in where no identity provider vouches for them. */
@Injectable()
export class WaysOfUsers {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** The ways of the users into the organization, which the caller has authorised. */
  async find(userIds: readonly string[], organizationId: string): Promise<WaysOfUser[]> {
    const { passwordSignIn, smtpUrl } = this.config;
    const rows = await this.db.query<{ userId: string; token: boolean; password: boolean; passkey: boolean }>(
      `select ids.user_id as "userId",
         exists (select 1 from user_tokens t where t.user_id = ids.user_id and t.proof = 'token' and not t.is_session
           and t.sso_organization_id is null and t.scopes is null
           and (t.expires_at is null or t.expires_at > $3)) as token,
         exists (select 1 from user_passwords p where p.user_id = ids.user_id
           and coalesce(p.organization_id, $2) = $2) as password,
         exists (select 1 from passkeys k where k.user_id = ids.user_id
           and coalesce(k.organization_id, $2) = $2) as passkey
       from unnest($1::text[]) as ids (user_id)`,
      [userIds, organizationId, this.clock.now()],
    );
    return rows.map(({ userId, token, password, passkey }) => ({
      userId,
      hasToken: token,
      comesAlone: passkey || (password && passwordSignIn) || smtpUrl !== undefined,
    }));
  }

  /** Number of sessions and tokens that the organization's identity providers stand behind. */
  countVouched(organizationId: string): Promise<number> {
    return this.db.queryCount(
      `select count(*)::int as count from user_tokens
       where sso_organization_id = $1 and proof = 'saml' and (expires_at is null or expires_at > $2)`,
      [organizationId, this.clock.now()],
    );
  }
}
