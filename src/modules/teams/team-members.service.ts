import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import {
  Members,
  type Member,
  memberVerdict,
  MemberStats,
  requireMember,
} from '#modules/organizations/index.js';
import { normalizeEmail, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import type { UpdateTeamMembersBody } from './team.dto.js';
import type { TeamRole } from './team-member.entity.js';
import { TeamMembersRepository } from './team-members.repository.js';
import type { TeamRow } from './teams.repository.js';
import { type Team, Teams } from './teams.service.js';

/** A member of a team. */
export interface TeamMember {
  member: Member;
  teamRole: TeamRole;
  permissions: { view: boolean };
}

/** A team that a member is in. */
export interface MemberTeam {
  team: Team;
  role: TeamRole;
}

/** Members of teams. */
@Injectable()
export class TeamMembers {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly teams: Teams,
    private readonly teamMembers: TeamMembersRepository,
    private readonly members: Members,
    private readonly memberStats: MemberStats,
    private readonly users: Users,
  ) {}

  /** Members of a team, in the order they were added. */
  async listMembers(
    actor: Actor,
    organizationId: string,
    teamId: string,
    page: PageRequest,
  ): Promise<Page<TeamMember>> {
    const standing = requireMember(actor, organizationId);
    const rows = await this.teamMembers.list(organizationId, teamId, page);
    // The team is looked up only where the answer may depend on it; a role, or being in the team, shows it otherwise.
    const isKnown = rows.count > 0 && (standing !== null || actor.teamIds.includes(teamId));
    if (!isKnown) await this.teams.getTeam(actor, organizationId, teamId);
    return mapPage(await this.memberStats.withCounts(organizationId, rows), ({ teamRole, ...member }) => ({
      member,
      teamRole,
      permissions: { view: memberVerdict(standing, 'view', member.userId === actor.userId).allowed },
    }));
  }

  /**
   * The teams a member is in, by title, with the role there.
   * @param title part of the title.
   * @throws NotFound for users who are not members, Forbidden for guests who ask about others.
   */
  async listTeamsOf(
    actor: Actor,
    organizationId: string,
    userId: string,
    { title, ...page }: PageRequest & { title?: string },
  ): Promise<Page<MemberTeam>> {
    const standing = requireMember(actor, organizationId);
    requireAllowed('member', memberVerdict(standing, 'view', userId === actor.userId));
    if (!(await this.members.findMembership(organizationId, userId))) throw new NotFound('member');
    const rows = await this.teamMembers.listTeams(organizationId, userId, title, page);
    const ids = rows.items.map(({ teamId }) => teamId);
    const teams = await this.teams.findTeamsByIds(organizationId, ids, actor);
    const items = rows.items.flatMap(({ teamId, role }) => {
      const team = teams.get(teamId);
      return team ? [{ team, role }] : [];
    });
    return { ...rows, items };
  }

  /**
   * Applies several changes at once, or none.
   * @throws BadRequest for an id that is not a member's. Addresses that are no member's are ignored.
   */
  async updateMembers(
    actor: Actor,
    organizationId: string,
    teamId: string,
    { add = [], remove = [], memberships = {} }: UpdateTeamMembersBody,
  ): Promise<void> {
    await this.db.transaction(async () => {
      const team = await this.teams.lockForChange(actor, organizationId, teamId);
      const idOf = await this.resolve([...add, ...remove, ...Object.keys(memberships)]);
      const removed = new Set(remove.map(idOf).filter((id) => id !== undefined));
      const named = [...add, ...Object.keys(memberships)].filter((name) => !removed.has(idOf(name) ?? ''));
      const known = await this.requireMembers(organizationId, named, idOf);
      const added = add.map(idOf).filter((id) => id !== undefined && known.has(id));
      const roles = new Map<string, TeamRole>();
      for (const [name, { role }] of Object.entries(memberships)) {
        const id = idOf(name);
        if (id !== undefined && known.has(id)) roles.set(id, role);
      }
      const now = this.clock.now();
      await this.recorded(team, [...(added as string[]), ...roles.keys(), ...removed], async () => {
        await this.teamMembers.add(organizationId, teamId, added as string[], now);
        await this.teamMembers.setRoles(organizationId, teamId, roles, now);
        await this.teamMembers.remove(organizationId, teamId, [...removed]);
      });
    });
  }

  /**
   * Puts one member into the team or changes the role there; without a role an existing member of the team keeps
   * theirs.
   * @throws NotFound for users outside the organization.
   */
  async putMember(
    actor: Actor,
    organizationId: string,
    teamId: string,
    userId: string,
    role?: TeamRole,
  ): Promise<void> {
    await this.db.transaction(async () => {
      const team = await this.teams.lockForChange(actor, organizationId, teamId);
      const known = await this.members.lockMembers(organizationId, [userId]);
      if (!known.has(userId)) throw new NotFound('member');
      const now = this.clock.now();
      await this.recorded(team, [userId], () =>
        role
          ? this.teamMembers.setRoles(organizationId, teamId, new Map([[userId, role]]), now)
          : this.teamMembers.add(organizationId, teamId, [userId], now),
      );
    });
  }

  /**
   * Puts a member into the team who comes into the organization by a door that leads there. For other modules, which have
   * authorised. A team that is gone is fine.
   */
  async join(organizationId: string, teamId: string, userId: string): Promise<void> {
    await this.db.transaction(async () => {
      const team = (await this.teams.findTeamsByIds(organizationId, [teamId])).get(teamId);
      if (!team) return;
      await this.recorded(team, [userId], () =>
        this.teamMembers.add(organizationId, teamId, [userId], this.clock.now()),
      );
    });
  }

  /** Takes somebody out of the team; one who is not in it is fine. */
  async removeMember(actor: Actor, organizationId: string, teamId: string, userId: string): Promise<void> {
    await this.db.transaction(async () => {
      const team = await this.teams.lockForChange(actor, organizationId, teamId);
      await this.recorded(team, [userId], () => this.teamMembers.remove(organizationId, teamId, [userId]));
    });
  }

  /** Runs a change of the users' places in the team, and notes what came of it. */
  private async recorded(
    { organizationId, id, title }: Pick<TeamRow, 'organizationId' | 'id' | 'title'>,
    userIds: readonly string[],
    change: () => Promise<void>,
  ): Promise<void> {
    const before = await this.teamMembers.rolesOf(organizationId, id, userIds);
    await change();
    const after = await this.teamMembers.rolesOf(organizationId, id, userIds);
    await this.audit.record({
      organizationId,
      action: 'team.updated',
      target: { type: 'team', id, label: title },
      before: { members: before },
      after: { members: after },
    });
  }

  /** Turns names, ids or mail addresses, into user ids; undefined for an address that nobody has. */
  private async resolve(names: string[]): Promise<(name: string) => string | undefined> {
    const users = await this.users.findUsersByEmails(names.filter(isEmail));
    return (name) => (isEmail(name) ? users.get(normalizeEmail(name))?.id : name);
  }

  private async requireMembers(
    organizationId: string,
    names: string[],
    idOf: (name: string) => string | undefined,
  ): Promise<Set<string>> {
    const ids = names.map(idOf).filter((id) => id !== undefined);
    const known = await this.members.lockMembers(organizationId, ids);
    const stranger = names.find((name) => !isEmail(name) && !known.has(name));
    if (stranger !== undefined)
      throw new BadRequest(`The user "${stranger}" is not a member of the organization.`);
    return known;
  }
}

function isEmail(name: string): boolean {
  return name.includes('@');
}
