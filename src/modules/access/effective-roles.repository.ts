import { Injectable } from '@nestjs/common';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { byTime, mapPage, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { perRow } from '#platform/database/per-row.js';
import type { Role } from '#platform/http/actor.js';
import type {
  EffectiveGrant,
  ExplainedGrant,
  Grant,
  Grantee,
  Resource,
  ResourceType,
  RoleOrigin,
} from './resource.js';
import { roleExpression } from './visibility.js';

/** The roles that members have in the end, and where they come from. */
@Injectable()
export class EffectiveRolesRepository {
  constructor(private readonly db: Database) {}

  /** The effective roles of these users on a resource; who has none is missing. */
  async findEffective(resource: Resource, userIds: readonly string[]): Promise<Map<string, Role>> {
    const rows = await this.db.query<Grant>(
      `${effectiveTables()} select member.user_id as grantee, decided.role from organization_members member
        left join granted on granted.user_id = member.user_id cross join levels
        cross join lateral (select ${roleOf('granted.role')} as role) decided
        where member.organization_id = $1 and not member.disabled and decided.role is not null
          and member.user_id = any($4::text[])`,
      [...valuesOf(resource), userIds],
    );
    return new Map(rows.map((row) => [row.grantee, row.role]));
  }

  /** Members with an effective role on a resource, by when they joined, those of a filter only. */
  async listEffective(
    resource: Resource,
    { role, search, isGranted = false }: EffectiveFilter,
    page: PageRequest,
  ): Promise<Page<EffectiveGrant>> {
    const found = await paginate<EffectiveRow & { own: Role | null }>(this.db, page, {
      with: effectiveTables(),
      select: `member.user_id as grantee, own.role as own, ${ORIGIN_COLUMNS}`,
      from: `from organization_members member
        left join granted on granted.user_id = member.user_id cross join levels ${DECIDED}
        left join user_grants own on own.organization_id = $1 and own.resource_type = $2 and own.resource_id = $3
          and own.user_id = member.user_id
        where member.organization_id = $1 and not member.disabled and access.role is not null
          and (select u.kind from users u where u.id = member.user_id
            and ($5::text is null or u.display_name ilike $5 or u.email ilike $5)) = 'person'
          and ($4::member_role is null or access.role = $4) and (not $6::boolean or own.role is not null)`,
      values: [
        ...valuesOf(resource),
        role ?? null,
        search === undefined || search === '' ? null : likePattern(search),
        isGranted,
      ],
      by: byTime('member.joined_at', 'member.user_id'),
    });
    return mapPage(found, (row) => ({ ...explained(row), own: row.own }));
  }

  /**
   * The roles of one member on several things of a kind, with their origin; what they do not get to is missing.
   * @param without computes what the member would have if this user or team had been given nothing on the things themselves.
   */
  async explain(
    organizationId: string,
    type: ResourceType,
    userId: string,
    ids: readonly string[],
    without?: Grantee,
  ): Promise<Map<string, ExplainedGrant>> {
    const rows = await this.db.query<EffectiveRow>(
      `${EXPLAINED} select wanted.id as grantee, ${ORIGIN_COLUMNS}
       from unnest($3::text[]) as wanted (id)
       join organization_members member on member.organization_id = $1 and member.user_id = $4
       left join levels on levels.start_id = wanted.id left join granted on granted.start_id = wanted.id ${DECIDED}
       where exists (select 1 from chain where chain.start_id = wanted.id)
         and not member.disabled and access.role is not null`,
      [organizationId, type, ids, userId, without?.kind ?? null, without?.id ?? null],
    );
    return new Map(rows.map((row) => [row.grantee, explained(row)]));
  }

  /** Number of members of a team whose membership counts, and of those who get to a resource without the team's grant on it. */
  async countWithoutTeam(resource: Resource, teamId: string): Promise<{ members: number; kept: number }> {
    const [counts] = await this.db.query<{ members: number; kept: number }>(
      `${effectiveTables('where chain.depth > 0 or g.team_id <> $4')}
       select count(*)::int as members, count(decided.role)::int as kept
       from team_members of_team join organization_members member
         on member.organization_id = $1 and member.user_id = of_team.user_id and not member.disabled
       left join granted on granted.user_id = member.user_id cross join levels
       cross join lateral (select ${roleOf('granted.role')} as role) decided
       where of_team.organization_id = $1 and of_team.team_id = $4`,
      [...valuesOf(resource), teamId],
    );
    return counts ?? { members: 0, kept: 0 };
  }
}

/** Which of the members with an effective role a list has: all of them where nothing is said. */
export interface EffectiveFilter {
  /** Exactly this role. */
  role?: Role;
  /** Part of the name or of the mail address. */
  search?: string;
  /** True for those alone who were given a role on the thing itself. */
  isGranted?: boolean;
}

type EffectiveRow = Grant & Omit<RoleOrigin, 'team'> & { team: string | null };

function explained({ grantee, role, reason, type, id, team }: EffectiveRow): ExplainedGrant {
  return { grantee, role, origin: { reason, type, id, ...(team === null ? {} : { team }) } };
}

/** The role of `member` when they were given this one at most. */
const roleOf = (grant: string): string =>
  roleExpression({
    organizationRole: 'member.role',
    ownLevel: "'inherit'::text",
    outerLevels: 'levels.list',
    grants: [grant],
  });

/** The role of `member` from the row of `levels` and that of `granted`, and which of them gives it. */
const DECIDED = `
  cross join lateral (select ${roleOf('null::member_role')} as base, ${roleOf('granted.role')} as role) decided
  cross join lateral (select decided.role, decided.base is null or decided.role > decided.base as by_grant,
    member.role <> 'admin' and levels.list is not null as by_level) access`;

/** After {@link DECIDED}: the role, and its origin. `$1` is the organization. */
const ORIGIN_COLUMNS = `access.role,
  case when access.by_grant then granted.via when access.by_level then 'default' else 'role' end as reason,
  case when access.by_grant then granted.type when access.by_level then levels.type else 'organization' end as type,
  case when access.by_grant then granted.id when access.by_level then levels.id else $1 end as id,
  case when access.by_grant then granted.team_id end as team`;

/**
 * From a space or collection outwards (a site is in nothing): its levels that say something with the place of the nearest,
 * and the strongest that everybody was granted on the way; of equals the nearest, and own ones before those of teams.
 * @param condition limits the grants `g` of teams, with `where` in front; all count where it is empty.
 */
const effectiveTables = (condition = ''): string => `with recursive chain as (
    select 'space' as type, s.id, s.parent_id, s.default_level, 0 as depth from spaces s
    where $2 = 'space' and s.organization_id = $1 and s.id = $3
    union all
    select 'collection', c.id, c.parent_id, c.default_level, 0 from collections c
    where $2 = 'collection' and c.organization_id = $1 and c.id = $3
    union all
    select 'site', $3::text, null::text, 'inherit', 0 where $2 = 'site'
    union all
    select 'collection', p.id, p.parent_id, p.default_level, chain.depth + 1
    from chain cross join ${perRow(
      'select * from collections where organization_id = $1 and id = chain.parent_id',
    )} p
  ), levels as (
    select array_agg(default_level order by depth) as list, (array_agg(type order by depth))[1] as type,
      (array_agg(id order by depth))[1] as id
    from chain where default_level is distinct from 'inherit'
  ), granted as (
    select distinct on (user_id) user_id, role, via, type, id, team_id from (
      select g.user_id, g.role, 'member' as via, chain.type, chain.id, chain.depth, null::text as team_id
      from chain cross join ${perRow(
        'select * from user_grants where organization_id = $1 and resource_type = chain.type and resource_id = chain.id',
      )} g
      union all
      select t.user_id, g.role, 'team', chain.type, chain.id, chain.depth, g.team_id from chain cross join ${perRow(
        'select * from team_grants where organization_id = $1 and resource_type = chain.type and resource_id = chain.id',
      )} g cross join ${perRow(
        'select user_id from team_members where organization_id = $1 and team_id = g.team_id',
      )} t ${condition}
    ) given order by user_id, role desc, depth, via, team_id
  )`;

/**
 * The same for one member and several things of a kind, each with its row in `levels` and `granted` where there is one: `$2` is the kind,
 * `$3` are the things, `$4` is the user; what `$5` (`user` or `team`) with the id `$6` was given on the things themselves does not count.
 */
const EXPLAINED = `with recursive chain as (
    select s.id as start_id, 'space' as type, s.id, s.parent_id, s.default_level, 0 as depth from spaces s
    where $2 = 'space' and s.organization_id = $1 and s.id = any($3::text[])
    union all
    select c.id, 'collection', c.id, c.parent_id, c.default_level, 0 from collections c
    where $2 = 'collection' and c.organization_id = $1 and c.id = any($3::text[])
    union all
    select site.id, 'site', site.id, null::text, 'inherit', 0 from unnest($3::text[]) as site (id) where $2 = 'site'
    union all
    select chain.start_id, 'collection', p.id, p.parent_id, p.default_level, chain.depth + 1
    from chain cross join ${perRow(
      'select * from collections where organization_id = $1 and id = chain.parent_id',
    )} p
  ), levels as (
    select start_id, array_agg(default_level order by depth) as list, (array_agg(type order by depth))[1] as type,
      (array_agg(id order by depth))[1] as id
    from chain where default_level is distinct from 'inherit' group by start_id
  ), granted as (
    select distinct on (start_id) start_id, role, via, type, id, team_id from (
      select chain.start_id, g.role, 'member' as via, chain.type, chain.id, chain.depth, null::text as team_id
      from chain cross join ${perRow(
        `select * from user_grants where organization_id = $1 and resource_type = chain.type
           and resource_id = chain.id and user_id = $4`,
      )} g where chain.depth > 0 or $5::text is distinct from 'user' or g.user_id <> $6
      union all
      select chain.start_id, g.role, 'team', chain.type, chain.id, chain.depth, g.team_id
      from team_members t cross join chain cross join ${perRow(
        `select * from team_grants where organization_id = $1 and resource_type = chain.type
           and resource_id = chain.id and team_id = t.team_id`,
      )} g where t.organization_id = $1 and t.user_id = $4
        and (chain.depth > 0 or $5::text is distinct from 'team' or g.team_id <> $6)
    ) given order by start_id, role desc, depth, via, team_id
  )`;

function valuesOf({ organizationId, type, id }: Resource): [string, ResourceType, string] {
  return [organizationId, type, id];
}
