export { TeamsModule } from './teams.module.js';
export { TeamStandings } from './team-standings.js';
export { Teams, type Team } from './teams.service.js';
export { TeamMembers, type TeamMember } from './team-members.service.js';
export { TEAM_ROLES, type TeamRole } from './team-member.entity.js';
export { type TeamSpaceCounter, TeamStats } from './team-stats.js';
export { CreateTeamBody, TeamParams, TeamResource, UpdateTeamBody } from './team.dto.js';
export { presentTeam } from './team.presenter.js';
export type {} from './teams.events.js';
