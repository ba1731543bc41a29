import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditLog, type AuditRecord } from '#modules/audit/index.js';
import {
  Members,
  requireInOrganization,
  requireMember,
  requireOrganizationAdmin,
} from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { requireAllowed } from '#platform/http/verdict.js';
import { newId } from '#platform/ids/ids.js';
import { TeamMembersRepository } from './team-members.repository.js';
import { TeamStats } from './team-stats.js';
import { type TeamAction, teamPermissions, teamVerdict } from './team.policy.js';
import { type TeamFilter, type TeamRow, TeamsRepository } from './teams.repository.js';

/** A team with everything the resource shows. */
export interface Team extends TeamRow {
  /** Number of spaces the team gives access to. */
  spaces: number;
  permissions: Record<TeamAction, boolean>;
}

/** Teams of an organization. */
@Injectable()
export class Teams {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly teams: TeamsRepository,
    private readonly teamMembers: TeamMembersRepository,
    private readonly members: Members,
    private readonly stats: TeamStats,
    private readonly audit: AuditLog,
  ) {}

  /** Teams by title; guests may not list them. */
  async listTeams(
    actor: Actor,
    organizationId: string,
    filter: TeamFilter,
    page: PageRequest,
  ): Promise<Page<Team>> {
    requireInOrganization(actor, organizationId, 'listTeams');
    const rows = await this.teams.list(organizationId, actor.userId, filter, page);
    return this.toTeams(actor, organizationId, rows);
  }

  /** @throws NotFound for unknown teams, and for those that the actor may not see. */
  async getTeam(actor: Actor, organizationId: string, teamId: string): Promise<Team> {
    requireMember(actor, organizationId);
    const row = await this.teams.find(organizationId, teamId, actor.userId);
    if (!row) throw new NotFound('team');
    const facts = { standing: actor.memberships.get(organizationId), teamRole: row.teamRole };
    requireAllowed('team', teamVerdict(facts, 'view'));
    return this.toTeam(actor, row);
  }

  /**
   * Teams by id, for other modules, which have authorised; unknown ids are missing from the map.
   * @param actor whose permissions the teams carry; without one they are those of an administrator.
   */
  async findTeamsByIds(
    organizationId: string,
    ids: Iterable<string>,
    actor?: Actor,
  ): Promise<Map<string, Team>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const rows = await this.teams.findByIds(organizationId, wanted, actor?.userId ?? null);
    const page = await this.toTeams(actor, organizationId, { items: rows, count: rows.length });
    return new Map(page.items.map((team) => [team.id, team]));
  }

  /**
   * Makes a team; administrators only.
   * @param memberIds users to put in it.
   * @throws BadRequest naming an id that is not a member's; nothing is made then.
   */
  async createTeam(
    actor: Actor,
    organizationId: string,
    title: string,
    memberIds: string[] = [],
  ): Promise<Team> {
    requireOrganizationAdmin(actor, organizationId);
    const id = newId();
    await this.db.transaction(async () => {
      const known = await this.members.lockMembers(organizationId, memberIds);
      const stranger = memberIds.find((userId) => !known.has(userId));
      if (stranger !== undefined)
        throw new BadRequest(`members: the user "${stranger}" is not a member of the organization.`);
      const createdAt = this.clock.now();
      await this.teams.insert({ organizationId, id, title, createdAt });
      await this.teamMembers.add(organizationId, id, [...known], createdAt);
      const after = { title, members: Object.fromEntries([...known].map((userId) => [userId, 'member'])) };
      await this.record('team.created', { organizationId, id, title }, { after });
    });
    return this.getTeam(actor, organizationId, id);
  }

  /** Renames a team, or with no title does nothing. */
  async updateTeam(actor: Actor, organizationId: string, teamId: string, title?: string): Promise<Team> {
    await this.db.transaction(async () => {
      const team = await this.lockForChange(actor, organizationId, teamId);
      if (title === undefined) return;
      await this.teams.updateTitle(organizationId, teamId, title);
      const change = { before: { title: team.title }, after: { title } };
      await this.record('team.updated', { ...team, title }, change);
    });
    return this.getTeam(actor, organizationId, teamId);
  }

  /** Deletes a team with the grants made to it. A team that is not there is fine for those who may delete any. */
  async deleteTeam(actor: Actor, organizationId: string, teamId: string): Promise<void> {
    const role = requireMember(actor, organizationId);
    await this.db.transaction(async () => {
      const row = await this.teams.findForUpdate(organizationId, teamId, actor.userId);
      if (!row && role === 'admin') return;
      requireAllowed('team', teamVerdict({ standing: role, teamRole: row?.teamRole ?? null }, 'admin'));
      if (!row) return;
      await this.teams.delete(organizationId, teamId);
      await this.record('team.deleted', row, { before: { title: row.title, members: row.members } });
      await this.events.publish('team.deleted', { organizationId, teamId });
    });
  }

  /**
   * Holds the team for a change by the actor, inside a transaction.
   * @throws NotFound, or Forbidden for those who may not manage it.
   */
  async lockForChange(actor: Actor, organizationId: string, teamId: string): Promise<TeamRow> {
    requireMember(actor, organizationId);
    const row = await this.teams.findForUpdate(organizationId, teamId, actor.userId);
    if (!row) throw new NotFound('team');
    const facts = { standing: actor.memberships.get(organizationId), teamRole: row.teamRole };
    requireAllowed('team', teamVerdict(facts, 'admin'));
    return row;
  }

  private async record(
    action: AuditAction,
    { organizationId, id, title }: Pick<TeamRow, 'organizationId' | 'id' | 'title'>,
    change: Pick<AuditRecord, 'before' | 'after'>,
  ): Promise<void> {
    const target = { type: 'team', id, label: title };
    await this.audit.record({ organizationId, action, target, ...change });
  }

  private async toTeam(actor: Actor, row: TeamRow): Promise<Team> {
    const page = await this.toTeams(actor, row.organizationId, { items: [row], count: 1 });
    return page.items[0] as Team;
  }

  private async toTeams(
    actor: Actor | undefined,
    organizationId: string,
    page: Page<TeamRow>,
  ): Promise<Page<Team>> {
    const ids = page.items.map((row) => row.id);
    const spaces = await this.stats.countSpaces(organizationId, ids);
    const standing = actor ? actor.memberships.get(organizationId) : 'admin';
    return mapPage(page, (row) => ({
      ...row,
      spaces: spaces.get(row.id) ?? 0,
      permissions: teamPermissions({ standing, teamRole: row.teamRole }),
    }));
  }
}
