export { TeamsModule } from './teams.module.js';
export { TeamStandings } from './team-standings.js';
export { Teams, type Team } from './teams.service.js';
export { TeamMembers, type TeamMember } from './team-members.service.js';
export type { TeamRole } from './team-member.entity.js';
export { type TeamSpaceCounter, TeamStats } from './team-stats.js';
export { TeamParams, TeamResource } from './team.dto.js';
export { presentTeam } from './team.presenter.js';
export type {} from './teams.events.js';
