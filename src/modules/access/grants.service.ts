import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Members } from '#modules/organizations/index.js';
import { type Team, Teams } from '#modules/teams/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { atLeast } from '#platform/http/verdict.js';
import { type EffectiveFilter, EffectiveRolesRepository } from './effective-roles.repository.js';
import { GrantsRepository } from './grants.repository.js';
import type { Grant, Grantee, GranteeKind, Resource, RoleOrigin, TeamGrant } from './resource.js';
import { SpaceCountsRepository } from './space-counts.repository.js';

/** Whom to let in; null takes the given roles away. */
export interface InviteInput {
  users?: string[];
  teams?: string[];
  role: Role | null;
}

export interface UserPermission {
  user: User;
  permission: Role;
}

/** The effective role of a user, and its origin. */
export interface EffectivePermission extends UserPermission {
  origin: RoleOrigin;
  /** The role that they were given on the resource itself, whether it decides or not; null for none. */
  own: Role | null;
}

/** A role of a member, and its origin. */
export interface ExplainedRole {
  role: Role;
  origin: RoleOrigin;
}

export interface TeamPermission {
  team: Team;
  permission: Role;
}

/**
 * Roles that users and teams were given on spaces, collections and sites. Callers have checked that the actor may
 * invite; `held` is the actor's own role on the resource: nobody gives, changes or takes a role above their own.
 */
@Injectable()
export class Grants {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly grants: GrantsRepository,
    private readonly roles: EffectiveRolesRepository,
    private readonly members: Members,
    private readonly teams: Teams,
    private readonly users: Users,
    private readonly audit: AuditLog,
    private readonly spaces: SpaceCountsRepository,
  ) {}

  /**
   * Gives all of them the role, or none.
   * @throws BadRequest naming the ids that do not belong to the organization; Forbidden for a role above one's own.
   */
  async invite(resource: Resource, held: Role, input: InviteInput): Promise<void> {
    const users = [...new Set(input.users ?? [])];
    const teams = [...new Set(input.teams ?? [])];
    if (users.length + teams.length === 0)
      throw new BadRequest('users or teams must name somebody to let in.');
    await this.db.transaction(async () => {
      await this.requireKnown(resource.organizationId, 'user', users);
      await this.requireKnown(resource.organizationId, 'team', teams);
      await this.write('user', resource, held, users, input.role);
      await this.write('team', resource, held, teams, input.role);
    });
  }

  /** @throws NotFound for a user or team outside the organization, Forbidden above the actor's own role. */
  async setRole(
    kind: GranteeKind,
    resource: Resource,
    held: Role,
    grantee: string,
    role: Role | null | undefined,
  ): Promise<void> {
    await this.db.transaction(async () => {
      const unknown = await this.findUnknown(resource.organizationId, kind, [grantee]);
      if (unknown.length > 0) throw new NotFound(kind === 'user' ? 'member' : 'team');
      if (role !== undefined) await this.write(kind, resource, held, [grantee], role);
    });
  }

  /**
   * Removes the role; succeeds when there was nothing to remove.
   * @throws Forbidden when the role is above the actor's own.
   */
  async remove(kind: GranteeKind, resource: Resource, held: Role, grantee: string): Promise<void> {
    await this.db.transaction(() => this.write(kind, resource, held, [grantee], null));
  }

  /** Roles given to users on the resource itself, oldest first. */
  async listUsers(resource: Resource, page: PageRequest): Promise<Page<UserPermission>> {
    return this.withUsers(await this.grants.list('user', resource, page));
  }

  /** The same for people whose membership is disabled: what they were given gives nothing until it is enabled again. */
  async listDisabled(resource: Resource, page: PageRequest): Promise<Page<UserPermission>> {
    return this.withUsers(await this.grants.listDisabled(resource, page));
  }

  /** Roles given to teams on the resource itself, oldest first. */
  async listTeams(actor: Actor, resource: Resource, page: PageRequest): Promise<Page<TeamPermission>> {
    const grants = await this.grants.list('team', resource, page);
    const teams = await this.teams.findTeamsByIds(resource.organizationId, granteesOf(grants), actor);
    const items = grants.items.flatMap(({ grantee, role }) => {
      const team = teams.get(grantee);
      return team ? [{ team, permission: role }] : [];
    });
    return { ...grants, items };
  }

  /** The role that somebody was given on the resource itself; null for none. */
  findGiven(resource: Resource, grantee: Grantee): Promise<Role | null> {
    return this.grants.findGiven(grantee, resource);
  }

  /** The same, which stays until the end of the caller's transaction where it is a role. */
  async lockGiven(resource: Resource, { kind, id }: Grantee): Promise<Role | null> {
    return (await this.grants.lockRoles(kind, resource, [id])).get(id) ?? null;
  }

  /** Everything that a team was given a role on, oldest first; for callers who have authorised. */
  listOfTeam(organizationId: string, teamId: string, page: PageRequest): Promise<Page<TeamGrant>> {
    return this.grants.listOfTeam(organizationId, teamId, page);
  }

  /** Everybody who gets to a resource, by whatever way, with the effective role. */
  async listEffective(
    resource: Resource,
    filter: EffectiveFilter,
    page: PageRequest,
  ): Promise<Page<EffectivePermission>> {
    return this.withUsers(await this.roles.listEffective(resource, filter, page));
  }

  /** The effective roles of these users on a resource; who does not get to it is missing. */
  async findRoles(resource: Resource, userIds: Iterable<string>): Promise<Map<string, Role>> {
    const ids = [...new Set(userIds)];
    return ids.length === 0 ? new Map() : this.roles.findEffective(resource, ids);
  }

  /**
   * The roles of one member on several things of a kind, and their origins; what the member does not get to is missing. Callers have
   * authorised, and name things that are there.
   * @param without asks what the member would have if this user or team had been given nothing on the things themselves.
   */
  async explain(
    organizationId: string,
    type: Resource['type'],
    userId: string,
    ids: Iterable<string>,
    without?: Grantee,
  ): Promise<Map<string, ExplainedRole>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    return this.roles.explain(organizationId, type, userId, wanted, without);
  }

  /** Number of members of a team whose membership counts, and of those who would get to the resource without its grant there. */
  countWithoutTeam(resource: Resource, teamId: string): Promise<{ members: number; kept: number }> {
    return this.roles.countWithoutTeam(resource, teamId);
  }

  /**
   * Gives a service user a role on exactly these spaces or sites, and on no others. It runs in the caller's
   * transaction, and the caller records it in the audit log.
   */
  async setAll(
    organizationId: string,
    type: Resource['type'],
    userId: string,
    ids: readonly string[],
    role: Role,
  ): Promise<void> {
    await this.db.transaction(() =>
      this.grants.setAll(organizationId, type, userId, ids, role, this.clock.now()),
    );
  }

  /** Ids of the spaces that all members of the organization get to. @param among only of these. */
  findOpenSpaces(organizationId: string, among?: readonly string[]): Promise<string[]> {
    return this.spaces.findOpenToMembers(organizationId, among);
  }

  /** Deletes every grant on things that are gone. */
  async dropResources(organizationId: string, type: Resource['type'], ids: string[]): Promise<void> {
    if (ids.length > 0) await this.grants.dropResources(organizationId, type, ids);
  }

  /** Gives the grants of one resource to others too, so that nobody loses access when it goes. */
  async copy(from: Resource, type: Resource['type'], ids: string[]): Promise<void> {
    if (ids.length > 0) await this.grants.copy(from, type, ids);
  }

  /** Takes grants along to another organization: those of users who are members there; teams stay behind. */
  async transfer(type: Resource['type'], ids: string[], from: string, to: string): Promise<void> {
    if (ids.length > 0) await this.grants.transfer(type, ids, from, to);
  }

  private async write(
    kind: GranteeKind,
    resource: Resource,
    held: Role,
    grantees: string[],
    role: Role | null,
  ): Promise<void> {
    if (grantees.length === 0) return;
    if (role !== null && !atLeast(held, role)) {
      throw new Forbidden(`You cannot give the role "${role}": your own here is "${held}".`);
    }
    const existing = await this.grants.lockRoles(kind, resource, grantees);
    const stronger = [...existing.values()].find((given) => !atLeast(held, given));
    if (stronger !== undefined) {
      throw new Forbidden(`You cannot change a role of "${stronger}": your own here is "${held}".`);
    }
    if (role === null) await this.grants.remove(kind, resource, grantees);
    else await this.grants.upsert(kind, resource, grantees, role, this.clock.now());
    const { organizationId, type, id, label } = resource;
    const rolesOf = (read: (grantee: string) => Role | null) =>
      Object.fromEntries(grantees.map((grantee) => [`${kind}:${grantee}`, read(grantee)]));
    await this.audit.record({
      organizationId,
      action: `${type}.permission.updated`,
      target: { type, id, label },
      before: rolesOf((grantee) => existing.get(grantee) ?? null),
      after: rolesOf(() => role),
    });
  }

  private async requireKnown(organizationId: string, kind: GranteeKind, ids: string[]): Promise<void> {
    const unknown = await this.findUnknown(organizationId, kind, ids);
    if (unknown.length === 0) return;
    const what = kind === 'user' ? 'members' : 'teams';
    throw new BadRequest(
      `${kind}s: these do not belong to the organization as ${what}: ${unknown.join(', ')}.`,
    );
  }

  private async findUnknown(organizationId: string, kind: GranteeKind, ids: string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const known =
      kind === 'user'
        ? await this.members.lockMembers(organizationId, ids)
        : await this.teams.findTeamsByIds(organizationId, ids);
    return ids.filter((id) => !known.has(id));
  }

  private async withUsers<G extends Grant>(
    grants: Page<G>,
  ): Promise<Page<UserPermission & Omit<G, keyof Grant>>> {
    const users = await this.users.findUsersByIds(granteesOf(grants));
    const items = grants.items.flatMap(({ grantee, role, ...rest }) => {
      const user = users.get(grantee);
      return user ? [{ ...rest, user, permission: role }] : [];
    });
    return { ...grants, items };
  }
}

function granteesOf(page: Page<Grant>): string[] {
  return page.items.map((grant) => grant.grantee);
}
