import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type FilterColumns, filterSql } from '../protocol/filter-sql.js';
import type { ListQuery } from '../protocol/list-query.js';
import { ScimGroupEntity } from './scim-group.entity.js';

/** A team with what the identity provider calls it. */
export interface ScimGroupRow {
  id: string;
  title: string;
  createdAt: Date;
  externalId: string | null;
}

export interface ScimGroupMember {
  teamId: string;
  userId: string;
  displayName: string;
}

const SELECT = `select t.id, t.title, t.created_at as "createdAt", g.external_id as "externalId"`;

const FROM = `from teams t
  left join scim_groups g on g.organization_id = t.organization_id and g.team_id = t.id
  where t.organization_id = $1`;

const MEMBER = {
  // Only "equals" is of use: a team has many.
  sql: `(select min(tm.user_id) from team_members tm where tm.organization_id = t.organization_id and tm.team_id = t.id)`,
  type: 'exact',
  equals: (value: string) =>
    `exists (select 1 from team_members tm where tm.organization_id = t.organization_id and tm.team_id = t.id
      and tm.user_id = ${value})`,
} as const;

const COLUMNS: FilterColumns = {
  id: { sql: 't.id', type: 'exact' },
  externalid: { sql: 'g.external_id', type: 'exact' },
  displayname: { sql: 'lower(t.title)', type: 'text' },
  members: MEMBER,
  'members.value': MEMBER,
  'meta.created': { sql: 't.created_at', type: 'time' },
};

/** Every query on teams as identity providers see them. */
@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly db: Database) {}

  /** A part of the teams, by title. @throws ScimError for a filter that cannot be. */
  async list(
    organizationId: string,
    { filter, startIndex, count }: ListQuery,
  ): Promise<{ rows: ScimGroupRow[]; total: number }> {
    const values: unknown[] = [organizationId];
    const condition = filter === undefined ? '' : ` and ${filterSql(filter, COLUMNS, values)}`;
    const total = await this.db.queryCount(`select count(*)::int as count ${FROM}${condition}`, [...values]);
    if (count === 0 || startIndex > total) return { rows: [], total };
    const [limit, offset] = [`$${values.push(count)}`, `$${values.push(startIndex - 1)}`];
    const rows = await this.db.query<ScimGroupRow>(
      `${SELECT} ${FROM}${condition} order by lower(t.title), t.id limit ${limit} offset ${offset}`,
      values,
    );
    return { rows, total };
  }

  find(organizationId: string, id: string): Promise<ScimGroupRow | null> {
    return this.db.queryFirst<ScimGroupRow>(`${SELECT} ${FROM} and t.id = $2`, [organizationId, id]);
  }

  /** A team with the title in any case, other than one. */
  async isTitleTaken(organizationId: string, title: string, except: string | null): Promise<boolean> {
    const found = await this.db.query(
      `select 1 from teams t where t.organization_id = $1 and lower(t.title) = $2 and t.id is distinct from $3 limit 1`,
      [organizationId, title.toLowerCase(), except],
    );
    return found.length > 0;
  }

  /** The members of teams, those of one after the other, in the order in which they were added. */
  listMembers(organizationId: string, teamIds: readonly string[]): Promise<ScimGroupMember[]> {
    return this.db.query<ScimGroupMember>(
      `select tm.team_id as "teamId", tm.user_id as "userId", u.display_name as "displayName"
       from team_members tm join users u on u.id = tm.user_id and u.kind = 'person'
       where tm.organization_id = $1 and tm.team_id = any($2) order by tm.team_id, tm.added_at, tm.user_id`,
      [organizationId, teamIds],
    );
  }

  async saveExternalId(organizationId: string, teamId: string, externalId: string | null): Promise<void> {
    if (externalId === null) await this.db.manager.delete(ScimGroupEntity, { organizationId, teamId });
    else
      await this.db.manager.upsert(ScimGroupEntity, { organizationId, teamId, externalId }, [
        'organizationId',
        'teamId',
      ]);
  }
}
