import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { onFirstUse } from '#platform/on-first-use.js';
import type { Proof, Role } from '#platform/http/actor.js';
import type { Scope } from '#platform/http/scopes.js';
import { UserStandings } from './user-standings.js';
import { UserTokenEntity } from './user-token.entity.js';

/** A token as its owner sees it: without its hash, and never with its text. */
export interface TokenRecord {
  id: string;
  userId: string;
  label: string;
  scopes: Scope[] | null;
  proof: Proof;
  ssoOrganizationId: string | null;
  /** The token that it ends with. */
  parentId: string | null;
  /** A session of a browser. */
  isSession: boolean;
  /** Name that the browser of a session gives itself. */
  userAgent: string | null;
  /** Network address from which a session began. */
  address: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** Organizations and roles of a user, from which permissions are computed. */
export interface UserStanding {
  /** Organization id to role. */
  memberships: Record<string, Role | null> | null;
  teamIds: string[] | null;
}

/** Facts about the bearer of a token that the guard needs. */
export interface TokenBearer extends UserStanding {
  tokenId: string;
  userId: string;
  scopes: Scope[] | null;
  proof: Proof;
  ssoOrganizationId: string | null;
  lastUsedAt: Date | null;
}

const TOKEN_COLUMNS = `
  id, user_id as "userId", label, scopes, proof, sso_organization_id as "ssoOrganizationId", parent_id as "parentId", is_session as "isSession", user_agent as "userAgent", address,
  created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt"`;

/** Programs may sign in again and again; nobody reads more of them. */
const MOST_SESSIONS = 200;

/** Every query on `user_tokens`. */
@Injectable()
export class UserTokensRepository {
  private readonly bearerStatements = onFirstUse(() => ({
    byHash: this.findBearerBy('t.token_hash'),
    byId: this.findBearerBy('t.id'),
  }));

  constructor(
    private readonly db: Database,
    private readonly standings: UserStandings,
  ) {}

  async findBearer(tokenHash: Buffer, now: Date): Promise<TokenBearer | null> {
    const [row] = await this.db.lookup<TokenBearer>(this.bearerStatements().byHash, [tokenHash, now]);
    return row ?? null;
  }

  async findBearerById(tokenId: string, now: Date): Promise<TokenBearer | null> {
    return this.db.queryFirst<TokenBearer>(this.bearerStatements().byId, [tokenId, now]);
  }

  /** When a token ended or was revoked; null for one that there never was, or that is forgotten. */
  async findEnd(tokenHash: Buffer): Promise<{ at: Date; isRevoked: boolean } | null> {
    return this.db.queryFirst(
      `select expires_at as at, false as "isRevoked" from user_tokens where token_hash = $1 and expires_at is not null
       union all select revoked_at, true from revoked_tokens where token_hash = $1`,
      [tokenHash],
    );
  }

  /** Organizations and roles of a user at this moment; null for an unknown user. */
  async findStanding(userId: string): Promise<UserStanding | null> {
    const sql = `select ${this.standings.columns({ user: 'u.id' })} from users u where u.id = $1`;
    return this.db.queryFirst<UserStanding>(sql, [userId]);
  }

  async findById(id: string): Promise<TokenRecord | null> {
    const sql = `select ${TOKEN_COLUMNS} from user_tokens where id = $1`;
    return this.db.queryFirst<TokenRecord>(sql, [id]);
  }

  /**
   * Inside a transaction: the user's token, while neither it nor the user's place in an organization can go before the transaction ends.
   * Null when it is gone already.
   */
  async hold(userId: string, id: string): Promise<TokenRecord | null> {
    // `deleteAfterRemoval` waits for this lock, so that it also finds the token that is about to be made.
    await this.db.query('select 1 from users where id = $1 for share', [userId]);
    const sql = `select ${TOKEN_COLUMNS} from user_tokens where user_id = $1 and id = $2 for key share`;
    return this.db.queryFirst<TokenRecord>(sql, [userId, id]);
  }

  /** Ids of the organizations where the token counts at this moment. */
  async organizationsOf(id: string): Promise<string[]> {
    const memberships = this.standings.memberships.of({ user: 't.user_id', token: 't' });
    const [row] = await this.db.query<Pick<UserStanding, 'memberships'>>(
      `select ${memberships} as memberships from user_tokens t where t.id = $1`,
      [id],
    );
    return Object.keys(row?.memberships ?? {}).sort();
  }

  /**
   * Newest first.
   * @param ssoOrganizationId only those that this organization's identity provider stands behind.
   * @param kind sessions, or all other tokens; both where it is absent.
   */
  listOfUser(
    userId: string,
    ssoOrganizationId: string | null,
    page: PageRequest,
    kind?: 'session' | 'token',
  ): Promise<Page<TokenRecord>> {
    return paginate<TokenRecord>(this.db, page, {
      select: TOKEN_COLUMNS,
      from: 'from user_tokens where user_id = $1 and ($2::text is null or sso_organization_id = $2) and ($3::boolean is null or is_session = $3)',
      values: [userId, ssoOrganizationId, kind === undefined ? null : kind === 'session'],
      by: byTime('created_at', 'id', 'desc'),
    });
  }

  /** Sessions that have not ended, newest first. */
  listSessions(userId: string, ssoOrganizationId: string | null, now: Date): Promise<TokenRecord[]> {
    return this.db.query<TokenRecord>(
      `select ${TOKEN_COLUMNS} from user_tokens where user_id = $1 and is_session
         and (expires_at is null or expires_at > $3) and ($2::text is null or sso_organization_id = $2)
       order by created_at desc, id limit ${MOST_SESSIONS}`,
      [userId, ssoOrganizationId, now],
    );
  }

  async insert(token: TokenRecord, tokenHash: Buffer): Promise<void> {
    await this.db.manager.insert(UserTokenEntity, { ...token, tokenHash });
  }

  async delete(id: string): Promise<void> {
    await this.db.execute('delete from user_tokens where id = $1', [id]);
  }

  /** Tokens that ended before the time are of no interest to anybody any more. */
  async deleteEnded(before: Date): Promise<void> {
    await this.db.execute('delete from user_tokens where expires_at < $1', [before]);
    await this.db.execute('delete from revoked_tokens where revoked_at < $1', [before]);
  }

  /**
   * Deletes the tokens that the organization's identity provider stands behind, and all others too where the user is in no organization
   * any more.
   * @returns the deleted ones, oldest first.
   */
  async deleteAfterRemoval(userId: string, organizationId: string): Promise<TokenRecord[]> {
    // Two organizations that remove the same user at once take turns, so that the second one sees that it is the last.
    await this.db.query('select 1 from users where id = $1 for no key update', [userId]);
    return this.db.query<TokenRecord>(
      `with deleted as (
         delete from user_tokens where user_id = $1 and (sso_organization_id = $2
           or not ${this.standings.isMember.of({ user: '$1' })})
         returning *)
       select ${TOKEN_COLUMNS} from deleted order by created_at, id`,
      [userId, organizationId],
    );
  }

  /** Deletes the sessions of a user, except one. @returns them, oldest first. */
  deleteSessions(
    userId: string,
    except: string | null,
    ssoOrganizationId: string | null,
  ): Promise<TokenRecord[]> {
    return this.db.query<TokenRecord>(
      `with deleted as (
         delete from user_tokens where user_id = $1 and is_session and id is distinct from $2
           and ($3::text is null or sso_organization_id = $3) returning *)
       select ${TOKEN_COLUMNS} from deleted order by created_at, id`,
      [userId, except, ssoOrganizationId],
    );
  }

  /** Deletes the tokens that the organization's identity providers stand behind. @returns them, oldest first. */
  deleteOfSso(organizationId: string): Promise<TokenRecord[]> {
    return this.db.query<TokenRecord>(
      `with deleted as (delete from user_tokens where sso_organization_id = $1 and proof = 'saml' returning *)
       select ${TOKEN_COLUMNS} from deleted order by created_at, id`,
      [organizationId],
    );
  }

  /** Notes when tokens, and with them their users, were last seen; never moves a time back. */
  async recordUse(uses: { tokenId: string; at: Date }[]): Promise<void> {
    await this.db.execute(
      // By lists of ids and not by joins, for which planners may read all tokens and all users.
      `with used as (
         update user_tokens t
         set last_used_at = greatest(t.last_used_at, ($2::timestamptz[])[array_position($1::text[], t.id)])
         where t.id = any($1) returning t.user_id, t.last_used_at)
       update users u
       set last_seen_at = greatest(u.last_seen_at, (select max(last_used_at) from used where user_id = u.id))
       where u.id = any(array(select user_id from used))`,
      [uses.map((use) => use.tokenId), uses.map((use) => use.at)],
    );
  }

  private findBearerBy(column: string): string {
    return `select t.id as "tokenId", t.user_id as "userId", t.scopes, t.proof,
        t.sso_organization_id as "ssoOrganizationId", t.last_used_at as "lastUsedAt",
        ${this.standings.columns({ user: 't.user_id', token: 't' })}
      from user_tokens t where ${column} = $1 and (t.expires_at is null or t.expires_at > $2)`;
  }
}
