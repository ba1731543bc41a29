import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type FilterColumns, filterSql } from '../protocol/filter-sql.js';
import type { ListQuery } from '../protocol/list-query.js';
import { ScimUserEntity } from './scim-user.entity.js';

/** A member with what the identity provider calls them; `isOwn` is null for members whom it has not touched. */
export interface ScimUserRow {
  userId: string;
  email: string;
  displayName: string;
  disabled: boolean;
  joinedAt: Date;
  userName: string | null;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  isOwn: boolean | null;
}

const SELECT = `select m.user_id as "userId", u.email, u.display_name as "displayName", m.disabled,
  m.joined_at as "joinedAt", s.user_name as "userName", s.external_id as "externalId",
  s.given_name as "givenName", s.family_name as "familyName", s.is_own as "isOwn"`;

const FROM = `from organization_members m
  join users u on u.id = m.user_id and u.kind = 'person'
  left join scim_users s on s.organization_id = m.organization_id and s.user_id = m.user_id
  where m.organization_id = $1`;

const USER_NAME = 'coalesce(s.user_name_key, u.email)';
const DISPLAY_NAME = { sql: 'lower(u.display_name)', type: 'text' } as const;
const EMAIL = { sql: 'u.email', type: 'text' } as const;

const COLUMNS: FilterColumns = {
  id: { sql: 'm.user_id', type: 'exact' },
  externalid: { sql: 's.external_id', type: 'exact' },
  username: {
    sql: USER_NAME,
    type: 'text',
    // Both ways to have a name have an index; the expression has none.
    equals: (value) => `(m.user_id in (
      select named.user_id from scim_users named where named.organization_id = $1 and named.user_name_key = ${value}
      union all select addressed.id from users addressed where addressed.email = ${value})
      and ${USER_NAME} = ${value})`,
  },
  emails: EMAIL,
  'emails.value': EMAIL,
  // The one address that there is, is of work.
  'emails.type': { sql: `'work'`, type: 'text' },
  'emails.primary': { sql: 'true', type: 'boolean' },
  displayname: DISPLAY_NAME,
  'name.formatted': DISPLAY_NAME,
  'name.givenname': { sql: 'lower(s.given_name)', type: 'text' },
  'name.familyname': { sql: 'lower(s.family_name)', type: 'text' },
  active: { sql: '(not m.disabled)', type: 'boolean' },
  'meta.created': { sql: 'm.joined_at', type: 'time' },
};

/** Every query on members as identity providers see them. */
@Injectable()
export class ScimUsersRepository {
  constructor(private readonly db: Database) {}

  /** A part of the members, in the order in which they joined. @throws ScimError for a filter that cannot be. */
  async list(
    organizationId: string,
    { filter, startIndex, count }: ListQuery,
  ): Promise<{ rows: ScimUserRow[]; total: number }> {
    const values: unknown[] = [organizationId];
    const condition = filter === undefined ? '' : ` and ${filterSql(filter, COLUMNS, values)}`;
    const total = await this.db.queryCount(`select count(*)::int as count ${FROM}${condition}`, [...values]);
    if (count === 0 || startIndex > total) return { rows: [], total };
    const [limit, offset] = [`$${values.push(count)}`, `$${values.push(startIndex - 1)}`];
    const rows = await this.db.query<ScimUserRow>(
      `${SELECT} ${FROM}${condition} order by m.joined_at, m.user_id limit ${limit} offset ${offset}`,
      values,
    );
    return { rows, total };
  }

  find(organizationId: string, userId: string): Promise<ScimUserRow | null> {
    return this.db.queryFirst<ScimUserRow>(`${SELECT} ${FROM} and m.user_id = $2`, [organizationId, userId]);
  }

  /** The member whom a name, in any case, belongs to. */
  async findIdByUserName(organizationId: string, userName: string): Promise<string | null> {
    const values: unknown[] = [organizationId];
    const condition = COLUMNS['username']?.equals?.(`$${values.push(userName.toLowerCase())}`) ?? 'false';
    const found = await this.db.query<{ id: string }>(
      `select m.user_id as id ${FROM} and ${condition} limit 1`,
      values,
    );
    return found[0]?.id ?? null;
  }

  async save(user: ScimUserEntity): Promise<void> {
    await this.db.manager.upsert(ScimUserEntity, user, ['organizationId', 'userId']);
  }
}
