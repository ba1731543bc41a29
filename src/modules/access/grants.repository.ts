import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Role } from '#platform/http/actor.js';
import type { Grant, Grantee, GranteeKind, Resource, ResourceType, TeamGrant } from './resource.js';

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

  /** Of the grants on the resource itself those of people whose membership is disabled, oldest first. */
  listDisabled(resource: Resource, page: PageRequest): Promise<Page<Grant>> {
    return paginate<Grant>(this.db, page, {
      select: 'g.user_id as grantee, g.role',
      from: `from user_grants g where ${ON_RESOURCE}
        and (select u.kind from users u where u.id = g.user_id) = 'person'
        and exists (select 1 from organization_members m
          where m.organization_id = $1 and m.user_id = g.user_id and m.disabled)`,
      values: valuesOf(resource),
      by: byTime('g.created_at', 'g.user_id'),
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

  /** The role that somebody was given on the resource itself; null for none. */
  async findGiven({ kind, id }: Grantee, resource: Resource): Promise<Role | null> {
    const sql = `select role from ${TABLE[kind]} where ${ON_RESOURCE} and ${COLUMN[kind]} = $4`;
    return this.db.queryValue<Role>(sql, [...valuesOf(resource), id]);
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
}

function valuesOf({ organizationId, type, id }: Resource): [string, ResourceType, string] {
  return [organizationId, type, id];
}
