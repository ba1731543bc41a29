import { presentMember } from '#modules/organizations/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { TeamMember } from './team-members.service.js';
import type { TeamMemberResource, TeamResource } from './team.dto.js';
import type { Team } from './teams.service.js';

/** The wire form of a team. */
export function presentTeam(team: Team): TeamResource {
  return {
    object: 'team',
    id: team.id,
    title: team.title,
    members: team.members,
    spaces: team.spaces,
    createdAt: team.createdAt.toISOString(),
    permissions: team.permissions,
  };
}

/** The wire form of a member of a team. */
export function presentTeamMember(item: TeamMember, urls: Urls): TeamMemberResource {
  return {
    organization: presentMember(item.member, urls),
    team: { role: item.teamRole },
    permissions: item.permissions,
  };
}
