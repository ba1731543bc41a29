import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MemberResource, OrganizationParams } from '#modules/organizations/index.js';
import { EnumField, MapField, ObjectField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { TEAM_ROLES, type TeamRole } from './team-member.entity.js';

const TITLE = { min: 1, max: 64 };
const USERS = { optional: true, array: { max: 1000 }, max: 320 };

export class TeamParams extends OrganizationParams {
  @TextField({ description: 'Id of the team' })
  teamId: string;
}

export class TeamMemberParams extends TeamParams {
  @TextField({ description: 'Id of the user' })
  userId: string;
}

export class ListTeamsQuery extends PageQuery {
  @TextField({ optional: true, description: 'Id of a member: only teams which that member can manage' })
  owner?: string;

  @TextField({ optional: true, max: 255, description: 'Part of the title' })
  title?: string;
}

export class ListMemberTeamsQuery extends PageQuery {
  @TextField({ optional: true, max: 255, description: 'Part of the title' })
  title?: string;
}

export class CreateTeamBody {
  @TextField({ ...TITLE, example: 'Writers' })
  title: string;

  @TextField({ ...USERS, description: 'Ids of members to put into the team' })
  members?: string[];
}

export class UpdateTeamBody {
  @TextField({ ...TITLE, optional: true, example: 'Writers' })
  title?: string;
}

class TeamMembershipInput {
  @EnumField(TEAM_ROLES)
  role: TeamRole;
}

export class UpdateTeamMembersBody {
  @TextField({ ...USERS, description: 'Users to add, by id or mail address', example: ['{userId}'] })
  add?: string[];

  @TextField({ ...USERS, description: 'Users to remove, by id or mail address; wins over the other members' })
  remove?: string[];

  @MapField({
    optional: true,
    name: TextField(),
    value: ObjectField(() => TeamMembershipInput),
    description: 'Roles by user id or mail address; adds users who are not in the team yet',
    schema: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        required: ['role'],
        properties: { role: { type: 'string', enum: [...TEAM_ROLES] } },
      },
    },
  })
  memberships?: Record<string, TeamMembershipInput>;
}

export class PutTeamMemberBody {
  @EnumField(TEAM_ROLES, { optional: true, default: 'member', example: 'owner' })
  role?: TeamRole;
}

@ApiSchema({ name: 'OrganizationTeamPermissions' })
export class TeamPermissionsResource {
  @ApiProperty({ description: 'May rename and delete the team and manage its members' })
  admin: boolean;

  @ApiProperty()
  view: boolean;
}

@ApiSchema({ name: 'OrganizationTeam' })
export class TeamResource {
  @ApiProperty({ enum: ['team'] })
  object: 'team';

  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: 'integer' })
  members: number;

  @ApiProperty({ description: 'Number of spaces the team gives access to' })
  spaces: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: TeamPermissionsResource })
  permissions: TeamPermissionsResource;
}

@ApiSchema({ name: 'TeamMember' })
export class TeamMembershipResource {
  @ApiProperty({ enum: TEAM_ROLES })
  role: TeamRole;
}

@ApiSchema({ name: 'OrganizationTeamMemberPermissions' })
export class TeamMemberPermissionsResource {
  @ApiProperty()
  view: boolean;
}

@ApiSchema({ name: 'OrganizationTeamMember' })
export class TeamMemberResource {
  @ApiProperty({ type: MemberResource })
  organization: MemberResource;

  @ApiProperty({ type: TeamMembershipResource })
  team: TeamMembershipResource;

  @ApiProperty({ type: TeamMemberPermissionsResource })
  permissions: TeamMemberPermissionsResource;
}

@ApiSchema({ name: 'OrganizationMemberTeam' })
export class MemberTeamResource {
  @ApiProperty({ type: TeamResource })
  team: TeamResource;

  @ApiProperty({ type: TeamMembershipResource })
  member: TeamMembershipResource;
}
