import { perRow } from '#platform/database/per-row.js';
import type { Actor, Role } from '#platform/http/actor.js';
import type { ResourceType } from './resource.js';

/** Number of parameters that `actorValues` fills; a statement's own parameters follow. */
export const ACTOR_PARAMETERS = 4;

/**
 * Values of `$1` to `$4` in every statement below: the actor's organizations and roles there, the user, the teams.
 * @param organizationId limits the statement to one organization.
 */
export function actorValues(
  actor: Actor,
  organizationId?: string,
): [string[], (Role | null)[], string, string[]] {
  const memberships = [...actor.memberships].filter(
    ([id]) => organizationId === undefined || id === organizationId,
  );
  return [
    memberships.map(([id]) => id),
    memberships.map(([, role]) => role),
    actor.userId,
    [...actor.teamIds],
  ];
}

interface RoleColumns {
  /** The organization role. */
  organizationRole: string;
  /** Own default level of the thing, as text. */
  ownLevel: string;
  /** Array of the enclosing collections' levels that are not `inherit`, nearest first; SQL null for an empty one. */
  outerLevels: string;
  /** Roles granted on the thing and around it. */
  grants: string[];
}

/** The rule of `effectiveRole` in SQL: with `visibleExpression` the only place where a statement decides a role. */
export function roleExpression(columns: RoleColumns): string {
  const { organizationRole, grants } = columns;
  return `case when ${organizationRole} = 'admin' then 'admin'::member_role
    else greatest(${baseExpression(columns)}, ${grants.join(', ')}) end`;
}

/** True when `roleExpression` gives any role; cheaper, because grants are looked up only when nothing else decides. */
export function visibleExpression(columns: RoleColumns): string {
  const { organizationRole, grants } = columns;
  const roles = [baseExpression(columns), ...[...grants].reverse()];
  return `(${organizationRole} = 'admin' or ${roles.map((role) => `(${role}) is not null`).join(' or ')})`;
}

function baseExpression({ organizationRole, ownLevel, outerLevels }: RoleColumns): string {
  return `case when ${organizationRole} is null or ${ownLevel} is null then null
      when ${ownLevel} <> 'inherit' then (${ownLevel})::member_role
      when ${outerLevels} is null then ${organizationRole}
      else (${outerLevels})[1]::member_role end`;
}

/** The collections a statement walks up from: an SQL condition about the row `c` of `collections`, or all. */
export interface AccessScope {
  collections?: string;
}

/**
 * For lists. The common table expressions that `SPACE_ACCESS` and `COLLECTION_ACCESS` join: `actor_organizations` and
 * `collection_access` (what each collection passes on to its contents). Starts with `with recursive`; more may
 * follow after a comma.
 */
export function accessTables({ collections = 'true' }: AccessScope = {}): string {
  return `with recursive actor_organizations as materialized (
    select organization_id, role from unnest($1::text[], $2::member_role[]) as m (organization_id, role)
  ), collection_chain as (
    select c.organization_id, c.id as start_id, c.id, c.parent_id, c.default_level, 0 as depth
    from actor_organizations one cross join ${perRow(
      `select c.* from collections c where c.organization_id = one.organization_id and (${collections})`,
    )} c
    union all
    select p.organization_id, below.start_id, p.id, p.parent_id, p.default_level, below.depth + 1
    from collection_chain below cross join ${perRow(
      'select * from collections where organization_id = below.organization_id and id = below.parent_id',
    )} p
  ), collection_grants as materialized (
    select organization_id, resource_id, max(role) as role from (
      select g.organization_id, g.resource_id, g.role from user_grants g
      where g.organization_id = any($1::text[]) and g.user_id = $3 and g.resource_type = 'collection'
      union all
      select g.organization_id, g.resource_id, g.role from team_grants g
      where g.organization_id = any($1::text[]) and g.team_id = any($4::text[]) and g.resource_type = 'collection'
    ) granted group by organization_id, resource_id
  ), collection_access as materialized (
    select chain.organization_id, chain.start_id as id,
      array_agg(chain.default_level order by chain.depth)
        filter (where chain.default_level is distinct from 'inherit') as levels,
      max(g.role) as granted
    from collection_chain chain
    left join collection_grants g on g.organization_id = chain.organization_id and g.resource_id = chain.id
    group by chain.organization_id, chain.start_id
  )`;
}

/** The strongest role granted to the actor on one thing, by look-ups in both tables. */
const grantedOn = (organization: string, type: ResourceType, id: string): string => `(
  select max(role) from (
    select g.role from user_grants g where g.organization_id = ${organization}
      and g.resource_type = '${type}' and g.resource_id = ${id} and g.user_id = $3
    union all
    select g.role from team_grants g where g.organization_id = ${organization}
      and g.resource_type = '${type}' and g.resource_id = ${id} and g.team_id = any($4::text[])
  ) granted)`;

/** The level that a chain of collections, beginning with `start`, passes on to its contents. */
const chainFrom = (organization: string, start: string): string => `
  left join lateral (
    with recursive chain as (
      select c.id, c.parent_id, c.default_level, 0 as depth from collections c
      where c.organization_id = ${organization} and c.id = ${start}
      union all
      select p.id, p.parent_id, p.default_level, chain.depth + 1
      from chain cross join ${perRow(
        `select * from collections where organization_id = ${organization} and id = chain.parent_id`,
      )} p
    )
    select array_agg(chain.default_level order by chain.depth)
        filter (where chain.default_level is distinct from 'inherit') as levels,
      max(${grantedOn(organization, 'collection', 'chain.id')}) as granted
    from chain
  ) around on true`;

const MEMBERSHIP_OF = (row: string): string => `
  join unnest($1::text[], $2::member_role[]) as membership (organization_id, role)
    on membership.organization_id = ${row}.organization_id`;

const decided = (columns: RoleColumns): string => `cross join lateral (
  select ${roleExpression(columns)} as role, ${visibleExpression(columns)} as visible) access`;

const SPACE_ROLE = decided({
  organizationRole: 'membership.role',
  ownLevel: 's.default_level',
  outerLevels: 'around.levels',
  grants: [grantedOn('s.organization_id', 'space', 's.id'), 'around.granted'],
});

const COLLECTION_ROLE = decided({
  organizationRole: 'membership.role',
  ownLevel: "'inherit'::text",
  outerLevels: 'around.levels',
  grants: ['around.granted'],
});

/**
 * For lists, after `accessTables`: joins that give each row `s` of `spaces` the columns `access.role`, the actor's
 * effective role (null for none), and `access.visible`, whether there is one. Collections are joined by their id alone, which no two
 * share: with the organization as a second condition planners expect next to no rows, and compare every row with every other.
 */
export const SPACE_ACCESS = `
  join actor_organizations membership on membership.organization_id = s.organization_id
  left join collection_access around on around.id = s.parent_id
  ${SPACE_ROLE}`;

/** All collections of the actor's organizations as `c`, for lists of them. */
export const ALL_COLLECTIONS = `actor_organizations one cross join ${perRow(
  'select * from collections where organization_id = one.organization_id',
)} c`;

/** The same for each row `c` of `collections`. */
export const COLLECTION_ACCESS = `
  join actor_organizations membership on membership.organization_id = c.organization_id
  join collection_access around on around.id = c.id
  ${COLLECTION_ROLE}`;

/**
 * For a single row `s` of `spaces`: the same columns, by a handful of index look-ups whatever the organization holds.
 * Needs no tables in front.
 */
export const ONE_SPACE_ACCESS = `${MEMBERSHIP_OF('s')} ${chainFrom('s.organization_id', 's.parent_id')} ${SPACE_ROLE}`;

/** The same for a single row `target` of `collections`. */
export const ONE_COLLECTION_ACCESS = `${MEMBERSHIP_OF('target')} ${chainFrom('target.organization_id', 'target.id')}
  ${COLLECTION_ROLE}`;

/** True when the actor is an administrator of all their organizations, so that a statement need not check grants. */
export function isAdminEverywhere(actor: Actor): boolean {
  return [...actor.memberships.values()].every((role) => role === 'admin');
}

/**
 * `accessTables` of one organization plus `visible_spaces (id, title, emoji, role)`: the spaces the actor may see there,
 * for lists of things inside spaces. Parameters are those of `actorValues(actor, organizationId)`.
 */
export function visibleSpacesTable(): string {
  return `${accessTables()}, visible_spaces as (
    select s.organization_id, s.id, s.title, s.emoji, access.role
    from actor_organizations one cross join ${perRow(
      'select * from spaces where organization_id = one.organization_id and deleted_at is null',
    )} s ${SPACE_ACCESS} where access.visible
  )`;
}
