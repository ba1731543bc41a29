import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Role } from '#platform/http/actor.js';
import type { EffectiveGrant, Grant, GranteeKind, Resource, ResourceType } from './resource.js';
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
      from: `from ${TABLE[kind]} g where ${ON_RESOURCE}`,
      values: valuesOf(resource),
      by: [
        { sql: 'g.created_at', type: 'timestamptz' },
        { sql: `g.${COLUMN[kind]}`, type: 'text' },
      ],
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

  /** Members with an effective role on a resource, by when they joined; `role` keeps only that one. */
  listEffective(
    resource: Resource,
    role: Role | undefined,
    page: PageRequest,
  ): Promise<Page<EffectiveGrant>> {
    return paginate<EffectiveGrant>(this.db, page, {
      with: EFFECTIVE,
      select: `member.user_id as grantee, access.role,
        case when member.role is null or granted.role > member.role then granted.via end as "grantedBy"`,
      from: `from organization_members member
        left join granted on granted.user_id = member.user_id cross join levels
        cross join lateral (select ${roleExpression({
          organizationRole: 'member.role',
          ownLevel: "'inherit'::text",
          outerLevels: 'levels.list',
          grants: ['granted.role'],
        })} as role) access
        where member.organization_id = $1 and not member.disabled and access.role is not null
          and ($4::member_role is null or access.role = $4)`,
      values: [...valuesOf(resource), role ?? null],
      by: [
        { sql: 'member.joined_at', type: 'timestamptz' },
        { sql: 'member.user_id', type: 'text' },
      ],
    });
  }
}

/** From a space or collection outwards (a site is in nothing): its levels that say something, and what everybody was granted on the way. */
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
    from chain join collections p on p.organization_id = $1 and p.id = chain.parent_id
  ), levels as (
    select array_agg(default_level order by depth) filter (where default_level is distinct from 'inherit') as list
    from chain
  ), granted as (
    select user_id, max(role) as role, (array_agg(via order by role desc, via))[1] as via from (
      select g.user_id, g.role, 'member' as via from chain join user_grants g
        on g.organization_id = $1 and g.resource_type = chain.type and g.resource_id = chain.id
      union all
      select t.user_id, g.role, 'team' as via from chain join team_grants g
        on g.organization_id = $1 and g.resource_type = chain.type and g.resource_id = chain.id
      join team_members t on t.organization_id = $1 and t.team_id = g.team_id
    ) given group by user_id
  )`;

function valuesOf({ organizationId, type, id }: Resource): [string, ResourceType, string] {
  return [organizationId, type, id];
}
