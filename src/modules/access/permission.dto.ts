import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { TeamResource } from '#modules/teams/index.js';
import { UserResource } from '#modules/users/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

@ApiSchema({ name: 'InviteUsersAndTeams' })
export class InviteBody {
  @TextField({ optional: true, array: { min: 1, max: 500 }, description: 'Ids of members.' })
  users?: string[];

  @TextField({ optional: true, array: { min: 1, max: 500 }, description: 'Ids of teams.' })
  teams?: string[];

  @EnumField(ROLES, { nullable: true, description: 'The role to give; null takes given roles away.' })
  role: Role | null;
}

export class PermissionBody {
  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'The role to give; null takes the given role away.',
  })
  role?: Role | null;
}

export class AggregateQuery extends PageQuery {
  @EnumField(ROLES, { optional: true, description: 'Only people with exactly this role.' })
  role?: Role;
}

@ApiSchema({ name: 'UserContentPermission' })
export class UserPermissionResource {
  @ApiProperty({ enum: ROLES })
  permission: Role;

  @ApiProperty({ type: UserResource })
  user: UserResource;
}

@ApiSchema({ name: 'TeamContentPermission' })
export class TeamPermissionResource {
  @ApiProperty({ enum: ROLES })
  permission: Role;

  @ApiProperty({ type: TeamResource })
  team: TeamResource;
}
