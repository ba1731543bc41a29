import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { perRow } from '#platform/database/per-row.js';
import { roleExpression } from './visibility.js';

/** SQL that is true for a space which all members see without a grant, whatever their role in the organization is. */
const IS_OPEN_TO_MEMBERS = `${roleExpression({
  organizationRole: "'read'::member_role",
  ownLevel: 's.default_level',
  outerLevels: 'around.levels',
  grants: ['null::member_role'],
})} is not null`;

/**
 * Spaces of an organization with the collections around them, and whether they are open to all members.
 * @param condition SQL on the space `s` that begins with `and`; empty for all spaces.
 */
const withVisibleSpaces = (condition = ''): string => `with recursive collection_chain as (
    select c.id as start_id, c.id, c.parent_id, c.default_level, 0 as depth
    from collections c where c.organization_id = $1
    union all
    select below.start_id, p.id, p.parent_id, p.default_level, below.depth + 1
    from collection_chain below cross join ${perRow(
      'select * from collections where organization_id = $1 and id = below.parent_id',
    )} p
  ), collection_levels as (
    select start_id as id,
      array_agg(default_level order by depth) filter (where default_level is distinct from 'inherit') as levels
    from collection_chain group by start_id
  ), visible as materialized (
    select s.id, s.parent_id, ${IS_OPEN_TO_MEMBERS} as open from spaces s
    left join collection_levels around on around.id = s.parent_id
    where s.organization_id = $1 and s.deleted_at is null ${condition}
  ), reach as materialized (
    select 'space' as resource_type, id as resource_id, id as space_id, open from visible
    union all
    select 'collection', chain.id, v.id, v.open from visible v join collection_chain chain on chain.start_id = v.parent_id
  )`;

/** Counts the spaces that many members or teams can see, by the same rule as lists of spaces. */
@Injectable()
export class SpaceCountsRepository {
  constructor(private readonly db: Database) {}

  /** Number of spaces each member can see. */
  async countByUser(organizationId: string, userIds: string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; count: number }>(
      `${withVisibleSpaces()}, totals as (select count(*)::int as total, (count(*) filter (where open))::int as open from visible),
      granted as (
        select g.user_id, g.resource_type, g.resource_id from user_grants g
        where g.organization_id = $1 and g.user_id = any($2::text[])
        union
        select t.user_id, g.resource_type, g.resource_id from team_members t
        join team_grants g on g.organization_id = t.organization_id and g.team_id = t.team_id
        where t.organization_id = $1 and t.user_id = any($2::text[])
      )
      select member.user_id as id, case when member.role = 'admin' then totals.total
        when member.role is null then coalesce(extra.spaces, 0)
        else totals.open + coalesce(extra.hidden, 0) end as count
      from organization_members member cross join totals
      left join (
        select granted.user_id, count(distinct reach.space_id)::int as spaces,
          (count(distinct reach.space_id) filter (where not reach.open))::int as hidden
        from granted join reach using (resource_type, resource_id) group by granted.user_id
      ) extra on extra.user_id = member.user_id
      where member.organization_id = $1 and member.user_id = any($2::text[])`,
      [organizationId, userIds],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }

  /** Ids of the spaces that are open to all members; of these spaces only, when `spaceIds` are given. */
  async findOpenToMembers(organizationId: string, spaceIds?: readonly string[]): Promise<string[]> {
    const only = spaceIds ? 'and s.id = any($2::text[])' : '';
    const sql = `${withVisibleSpaces(only)} select id from visible where open order by id`;
    return this.db.queryColumn<string>(sql, [organizationId, ...(spaceIds ? [spaceIds] : [])]);
  }

  /** Number of spaces each team was given a role on, directly or through a collection; teams without any are missing. */
  async countByTeam(organizationId: string, teamIds: string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; count: number }>(
      `${withVisibleSpaces()} select g.team_id as id, count(distinct reach.space_id)::int as count
      from team_grants g join reach using (resource_type, resource_id)
      where g.organization_id = $1 and g.team_id = any($2::text[]) group by g.team_id`,
      [organizationId, teamIds],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }
}
