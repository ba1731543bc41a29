import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isTokenAccepted, MemberColumns, OrganizationHooks } from '#modules/organizations/index.js';
import { UserStandings } from '#modules/users/index.js';

/** Tells the modules of users and organizations of which teams a user is a member. */
@Injectable()
export class TeamStandings implements OnModuleInit {
  constructor(
    private readonly standings: UserStandings,
    private readonly members: MemberColumns,
    private readonly hooks: OrganizationHooks,
  ) {}

  onModuleInit(): void {
    this.standings.teamIds.register(
      ({ user, token }) => `(select array_agg(tm.team_id) from team_members tm
        join organization_members m on m.organization_id = tm.organization_id and m.user_id = tm.user_id
        join organizations o on o.id = m.organization_id
        where tm.user_id = ${user} and not m.disabled and ${isTokenAccepted(token)})`,
    );
    this.members.teams.register(
      ({ organization, user }) => `(select count(*)::int from team_members own
        where own.organization_id = ${organization} and own.user_id = ${user})`,
    );
    this.members.isInTeam.register(
      ({ organization, user, team }) => `exists (select 1 from team_members own
        where own.organization_id = ${organization} and own.team_id = ${team} and own.user_id = ${user})`,
    );
    this.hooks.ownsTeam.register(
      ({ organization, user }) => `exists (select 1 from team_members tm
        where tm.organization_id = ${organization} and tm.user_id = ${user} and tm.role = 'owner')`,
    );
  }
}
