import type { Actor, Role } from '#platform/http/actor.js';

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
  /** Array of the enclosing collections' levels that are not `inherit`, nearest first; SQL null when there is none. */
  outerLevels: string;
  /** Roles granted on the thing and around it. */
  grants: string[];
}

/** The rule of `effectiveRole` in SQL: the only place where a statement decides a role. */
export function roleExpression({ organizationRole, ownLevel, outerLevels, grants }: RoleColumns): string {
  return `case when ${organizationRole} = 'admin' then 'admin'::member_role else greatest(
    case when ${organizationRole} is null or ${ownLevel} is null then null
      when ${ownLevel} <> 'inherit' then (${ownLevel})::member_role
      when ${outerLevels} is null then ${organizationRole}
      else (${outerLevels})[1]::member_role end,
    ${grants.join(', ')}) end`;
}

/** The collections a statement walks up from, and the things whose grants it looks at; SQL conditions, or all. */
export interface AccessScope {
  /** About the row `c` of `collections`. */
  collections?: string;
  /** About the row `g` of a grants table; must keep the grants of the collections on the way up. */
  grants?: string;
}

/**
 * The common table expressions that `spaceAccess` and `collectionAccess` join: `actor_organizations`, `actor_grants`
 * and `collection_access` (what each collection passes on to its contents). Starts with `with recursive`; more may
 * follow after a comma.
 */
export function accessTables({ collections = 'true', grants = 'true' }: AccessScope = {}): string {
  return `with recursive actor_organizations as materialized (
    select organization_id, role from unnest($1::text[], $2::member_role[]) as m (organization_id, role)
  ), collection_chain as (
    select c.organization_id, c.id as start_id, c.id, c.parent_id, c.default_level, 0 as depth
    from collections c where c.organization_id = any($1::text[]) and (${collections})
    union all
    select p.organization_id, below.start_id, p.id, p.parent_id, p.default_level, below.depth + 1
    from collection_chain below
    join collections p on p.organization_id = below.organization_id and p.id = below.parent_id
  ), actor_grants as materialized (
    select organization_id, resource_type, resource_id, max(role) as role from (
      select g.organization_id, g.resource_type, g.resource_id, g.role from user_grants g
      where g.organization_id = any($1::text[]) and g.user_id = $3 and (${grants})
      union all
      select g.organization_id, g.resource_type, g.resource_id, g.role from team_grants g
      where g.organization_id = any($1::text[]) and g.team_id = any($4::text[]) and (${grants})
    ) granted group by organization_id, resource_type, resource_id
  ), collection_access as materialized (
    select chain.organization_id, chain.start_id as id,
      array_agg(chain.default_level order by chain.depth)
        filter (where chain.default_level is distinct from 'inherit') as levels,
      max(g.role) as granted
    from collection_chain chain
    left join actor_grants g on g.organization_id = chain.organization_id
      and g.resource_type = 'collection' and g.resource_id = chain.id
    group by chain.organization_id, chain.start_id
  )`;
}

/** Joins that give a row `s` of `spaces` the column `access.role`, the actor's effective role (null for none). */
export const SPACE_ACCESS = `
  join actor_organizations membership on membership.organization_id = s.organization_id
  left join collection_access around on around.organization_id = s.organization_id and around.id = s.parent_id
  left join actor_grants granted on granted.organization_id = s.organization_id
    and granted.resource_type = 'space' and granted.resource_id = s.id
  cross join lateral (select ${roleExpression({
    organizationRole: 'membership.role',
    ownLevel: 's.default_level',
    outerLevels: 'around.levels',
    grants: ['granted.role', 'around.granted'],
  })} as role) access`;

/** The same for a row `c` of `collections`; `around` is what the collection itself passes on. */
export const COLLECTION_ACCESS = `
  join actor_organizations membership on membership.organization_id = c.organization_id
  join collection_access around on around.organization_id = c.organization_id and around.id = c.id
  cross join lateral (select ${roleExpression({
    organizationRole: 'membership.role',
    ownLevel: "'inherit'::text",
    outerLevels: 'around.levels',
    grants: ['around.granted'],
  })} as role) access`;

/**
 * `accessTables` of one organization plus `visible_spaces (id, title, emoji, role)`: the spaces the actor may see there,
 * for lists of things inside spaces. Parameters are those of `actorValues(actor, organizationId)`.
 */
export function visibleSpacesTable(): string {
  return `${accessTables()}, visible_spaces as (
    select s.organization_id, s.id, s.title, s.emoji, access.role from spaces s ${SPACE_ACCESS}
    where s.deleted_at is null and access.role is not null
  )`;
}

/** Scope of a statement about the one space whose id is parameter `$n`, so that it costs a few index look-ups. */
export function oneSpaceScope(n: number): AccessScope {
  return {
    collections: `c.id = (select x.parent_id from spaces x where x.id = $${n})`,
    grants: `g.resource_id = $${n} or g.resource_id in (select chain.id from collection_chain chain)`,
  };
}

/** Scope of a statement about the one collection whose id is parameter `$n`. */
export function oneCollectionScope(n: number): AccessScope {
  return {
    collections: `c.id = $${n}`,
    grants: `g.resource_id in (select chain.id from collection_chain chain)`,
  };
}
