import { Injectable } from '@nestjs/common';
import { likePattern, MEMBER_TABLES, MemberColumns, type MemberRow } from '#modules/organizations/index.js';
import { Database } from '#platform/database/database.js';
import { byText, byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { TeamRole } from './team-member.entity.js';

/** A member of the organization and the role in the team. */
export interface TeamMemberRow extends MemberRow {
  teamRole: TeamRole;
}

/** Every query on `team_members`. */
@Injectable()
export class TeamMembersRepository {
  constructor(
    private readonly db: Database,
    private readonly memberColumns: MemberColumns,
  ) {}

  /** In the order they were added. */
  list(organizationId: string, teamId: string, page: PageRequest): Promise<Page<TeamMemberRow>> {
    return paginate<TeamMemberRow>(this.db, page, {
      select: `${this.memberColumns.sql}, tm.role as "teamRole"`,
      from: `from team_members tm
        join (${MEMBER_TABLES}) on m.organization_id = tm.organization_id and m.user_id = tm.user_id
        where tm.organization_id = $1 and tm.team_id = $2`,
      values: [organizationId, teamId],
      by: byTime('tm.added_at', 'tm.user_id'),
    });
  }

  /** Teams that the user is in, by title; `title` is a part of it. */
  listTeams(
    organizationId: string,
    userId: string,
    title: string | undefined,
    page: PageRequest,
  ): Promise<Page<{ teamId: string; role: TeamRole }>> {
    return paginate(this.db, page, {
      select: 'tm.team_id as "teamId", tm.role',
      from: `from team_members tm join teams t on t.organization_id = tm.organization_id and t.id = tm.team_id
        where tm.organization_id = $1 and tm.user_id = $2 and ($3::text is null or t.title ilike $3)`,
      values: [organizationId, userId, title ? likePattern(title) : null],
      by: byText('lower(t.title)', 't.id'),
    });
  }

  /** The roles in the team of those of the users who are in it, by user id. */
  async rolesOf(
    organizationId: string,
    teamId: string,
    userIds: readonly string[],
  ): Promise<Record<string, TeamRole>> {
    const rows = await this.db.query<{ id: string; role: TeamRole }>(
      `select user_id as id, role from team_members
       where organization_id = $1 and team_id = $2 and user_id = any($3) order by user_id`,
      [organizationId, teamId, userIds],
    );
    return Object.fromEntries(rows.map(({ id, role }) => [id, role]));
  }

  /** Puts users into the team; the role of those who are in it stays. */
  async add(organizationId: string, teamId: string, userIds: string[], at: Date): Promise<void> {
    await this.db.execute(
      `insert into team_members (organization_id, team_id, user_id, role, added_at)
       select $1, $2, u, 'member', $4 from unnest($3::text[]) as u on conflict do nothing`,
      [organizationId, teamId, userIds, at],
    );
  }

  /** Puts users into the team with the given roles, or changes the roles of those who are in it. */
  async setRoles(
    organizationId: string,
    teamId: string,
    roles: ReadonlyMap<string, TeamRole>,
    at: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into team_members (organization_id, team_id, user_id, role, added_at)
       select $1, $2, u.id, u.role, $5 from unnest($3::text[], $4::text[]) as u (id, role)
       on conflict (organization_id, team_id, user_id) do update set role = excluded.role`,
      [organizationId, teamId, [...roles.keys()], [...roles.values()], at],
    );
  }

  async remove(organizationId: string, teamId: string, userIds: string[]): Promise<void> {
    await this.db.execute(
      'delete from team_members where organization_id = $1 and team_id = $2 and user_id = any($3)',
      [organizationId, teamId, userIds],
    );
  }
}
