import { Injectable } from '@nestjs/common';
import { likePattern } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { perRow } from '#platform/database/per-row.js';
import { byTime, mapPage, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Role } from '#platform/http/actor.js';
import type {
  EffectiveGrant,
  Grant,
  GranteeKind,
  Resource,
  ResourceType,
  RoleOrigin,
  TeamGrant,
} from './resource.js';
import { roleExpression } from './visibility.js';

const TABLE = { user: 'user_grants', team: 'team_grants' } as const;
const COLUMN = { user: 'user_id', team: 'team_id' } as const;
const ON_RESOURCE = 'organization_id = $1 and resource_type = $2 and resource_id = $3';

/** Every query on `user_grants` and `team_grants`, apart from the visibility of lists. */
@Injectable()
export class GrantsRepository {
  constructor(private readonly db: Database) {}

  /** Grants on the resource itself, oldest first. */
  list(kind: GranteeKind, resource: Resource, page: PageRequest): Promise<Page<Grant>> {
    return paginate<Grant>(this.db, page, {
      select: `g.${COLUMN[kind]} as grantee, g.role`,
      from: `from ${TABLE[kind]} g where ${ON_RESOURCE}
        ${kind === 'user' ? `and (select u.kind from users u where u.id = g.user_id) = 'person'` : ''}`,
      values: valuesOf(resource),
      by: byTime('g.created_at', `g.${COLUMN[kind]}`),
    });
  }

  /** Everything that a team was given a role on, oldest first. */
  listOfTeam(organizationId: string, teamId: string, page: PageRequest): Promise<Page<TeamGrant>> {
    return paginate<TeamGrant>(this.db, page, {
      select: 'g.resource_type as type, g.resource_id as id, g.role',
      from: 'from team_grants g where g.organization_id = $1 and g.team_id = $2',
      values: [organizationId, teamId],
      by: byTime('g.created_at', 'g.resource_id'),
    });
  }

  /** The existing roles of these grantees, locked until the end of the transaction. */
  async lockRoles(kind: GranteeKind, resource: Resource, grantees: string[]): Promise<Map<string, Role>> {
    const rows = await this.db.query<{ grantee: string; role: Role }>(
      `select ${COLUMN[kind]} as grantee, role from ${TABLE[kind]}
       where ${ON_RESOURCE} and ${COLUMN[kind]} = any($4::text[]) order by ${COLUMN[kind]} for update`,
      [...valuesOf(resource), grantees],
    );
    return new Map(rows.map((row) => [row.grantee, row.role]));
  }

  async upsert(
    kind: GranteeKind,
    resource: Resource,
    grantees: string[],
    role: Role,
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into ${TABLE[kind]} (organization_id, resource_type, resource_id, ${COLUMN[kind]}, role, created_at)
       select $1, $2, $3, grantee, $5::member_role, $6 from unnest($4::text[]) as grantee order by grantee
       on conflict (organization_id, resource_type, resource_id, ${COLUMN[kind]}) do update set role = excluded.role`,
      [...valuesOf(resource), grantees, role, now],
    );
  }

  async remove(kind: GranteeKind, resource: Resource, grantees: string[]): Promise<void> {
    await this.db.execute(
      `delete from ${TABLE[kind]} where ${ON_RESOURCE} and ${COLUMN[kind]} = any($4::text[])`,
      [...valuesOf(resource), grantees],
    );
  }

  /** The user's grants on things of this type are these, and no others. */
  async setAll(
    organizationId: string,
    type: ResourceType,
    userId: string,
    ids: readonly string[],
    role: Role,
    now: Date,
  ): Promise<void> {
    const values = [organizationId, type, userId, ids];
    await this.db.execute(
      `delete from user_grants where organization_id = $1 and resource_type = $2 and user_id = $3
         and resource_id <> all($4::text[])`,
      values,
    );
    await this.db.execute(
      `insert into user_grants (organization_id, resource_type, user_id, resource_id, role, created_at)
       select $1, $2, $3, id, $5::member_role, $6 from unnest($4::text[]) as id order by id
       on conflict (organization_id, resource_type, resource_id, user_id) do update set role = excluded.role
         where user_grants.role <> excluded.role`,
      [...values, role, now],
    );
  }

  /** Deletes every grant on the resources: they are gone for good. */
  async dropResources(organizationId: string, type: ResourceType, ids: string[]): Promise<void> {
    for (const table of Object.values(TABLE)) {
      await this.db.execute(
        `delete from ${table} where organization_id = $1 and resource_type = $2 and resource_id = any($3::text[])`,
        [organizationId, type, ids],
      );
    }
  }

  /** Gives the grants of one resource to others too; an existing stronger grant stays. */
  async copy(from: Resource, type: ResourceType, ids: string[]): Promise<void> {
    for (const kind of ['user', 'team'] as const) {
      await this.db.execute(
        `insert into ${TABLE[kind]} as own (organization_id, resource_type, resource_id, ${COLUMN[kind]}, role, created_at)
         select g.organization_id, $4, target, g.${COLUMN[kind]}, g.role, g.created_at
         from ${TABLE[kind]} g cross join unnest($5::text[]) as target where ${ON_RESOURCE}
         on conflict (organization_id, resource_type, resource_id, ${COLUMN[kind]})
         do update set role = greatest(own.role, excluded.role)`,
        [...valuesOf(from), type, ids],
      );
    }
  }

  /** Takes grants to another organization: those of its members stay, all others end. */
  async transfer(type: ResourceType, ids: string[], from: string, to: string): Promise<void> {
    const values = [from, type, ids];
    const onResources = 'g.organization_id = $1 and g.resource_type = $2 and g.resource_id = any($3::text[])';
    await this.db.execute(
      `update user_grants g set organization_id = $4 where ${onResources} and exists (
         select 1 from organization_members m where m.organization_id = $4 and m.user_id = g.user_id)`,
      [...values, to],
    );
    await this.dropResources(from, type, ids);
  }

  /** The effective roles of these users on a resource; who has none is missing. */
  async findEffective(resource: Resource, userIds: readonly string[]): Promise<Map<string, Role>> {
    const rows = await this.db.query<Grant>(
      `${EFFECTIVE} select member.user_id as grantee, decided.role from organization_members member
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
    { role, search }: EffectiveFilter,
    page: PageRequest,
  ): Promise<Page<EffectiveGrant>> {
    const found = await paginate<EffectiveRow>(this.db, page, {
      with: EFFECTIVE,
      select: `member.user_id as grantee, access.role,
        case when access.by_grant then granted.via when access.by_level then 'default' else 'role' end as reason,
        case when access.by_grant then granted.type when access.by_level then levels.type else 'organization' end as type,
        case when access.by_grant then granted.id when access.by_level then levels.id else $1 end as id,
        case when access.by_grant then granted.team_id end as team`,
      from: `from organization_members member
        left join granted on granted.user_id = member.user_id cross join levels
        cross join lateral (select ${roleOf('null::member_role')} as base, ${roleOf('granted.role')} as role) decided
        cross join lateral (select decided.role, decided.base is null or decided.role > decided.base as by_grant,
          member.role <> 'admin' and levels.list is not null as by_level) access
        where member.organization_id = $1 and not member.disabled and access.role is not null
          and (select u.kind from users u where u.id = member.user_id
            and ($5::text is null or u.display_name ilike $5 or u.email ilike $5)) = 'person'
          and ($4::member_role is null or access.role = $4)`,
      values: [
        ...valuesOf(resource),
        role ?? null,
        search === undefined || search === '' ? null : likePattern(search),
      ],
      by: byTime('member.joined_at', 'member.user_id'),
    });
    return mapPage(found, ({ grantee, role: held, reason, type, id, team }) => ({
      grantee,
      role: held,
      origin: { reason, type, id, ...(team === null ? {} : { team }) },
    }));
  }
}

/** Which of the members with an effective role a list has: all of them where nothing is said. */
export interface EffectiveFilter {
  /** Exactly this role. */
  role?: Role;
  /** Part of the name or of the mail address. */
  search?: string;
}

type EffectiveRow = Grant & Omit<RoleOrigin, 'team'> & { team: string | null };

/** The role of `member` when they were given this one at most. */
const roleOf = (grant: string): string =>
  roleExpression({
    organizationRole: 'member.role',
    ownLevel: "'inherit'::text",
    outerLevels: 'levels.list',
    grants: [grant],
  });

/**
 * From a space or collection outwards (a site is in nothing): its levels that say something with the place of the nearest,
 * and the strongest that everybody was granted on the way; of equals the nearest, and own ones before those of teams.
 */
const EFFECTIVE = `with recursive chain as (
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
      )} t
    ) given order by user_id, role desc, depth, via, team_id
  )`;

function valuesOf({ organizationId, type, id }: Resource): [string, ResourceType, string] {
  return [organizationId, type, id];
}
