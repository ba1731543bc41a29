import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { TeamResource } from '#modules/teams/index.js';
import { UserResource } from '#modules/users/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import type { RoleOrigin } from './resource.js';

@ApiSchema({ name: 'InviteUsersAndTeams' })
export class InviteBody {
  @TextField({
    optional: true,
    array: { min: 1, max: 500 },
    description: 'Ids of members.',
    example: ['{userId}'],
  })
  users?: string[];

  @TextField({ optional: true, array: { min: 1, max: 500 }, description: 'Ids of teams.' })
  teams?: string[];

  @EnumField(ROLES, {
    nullable: true,
    description: 'The role to give; null takes given roles away.',
    example: 'read',
  })
  role: Role | null;
}

export class PermissionBody {
  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'The role to give; null takes the given role away.',
    example: 'comment',
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

/** Origin of an effective role. */
@ApiSchema({ name: 'PermissionOrigin' })
export class PermissionOriginResource {
  @ApiProperty({ enum: ['organization', 'space', 'collection', 'site'] })
  type: RoleOrigin['type'];

  @ApiProperty({
    enum: ['role', 'default', 'member', 'team'],
    description:
      'The role in the organization, a default level, a grant to the member, or a grant to a team of theirs.',
  })
  reason: RoleOrigin['reason'];

  @ApiPropertyOptional({ description: 'Its id, when it is the organization.' })
  organization?: string;

  @ApiPropertyOptional({ description: 'Its id, when it is a space.' })
  space?: string;

  @ApiPropertyOptional({ description: 'Its id, when it is a collection.' })
  collection?: string;

  @ApiPropertyOptional({ description: 'Its id, when it is a site.' })
  site?: string;

  @ApiPropertyOptional({ description: 'The team that the role was given to.' })
  team?: string;
}

@ApiSchema({ name: 'EffectivePermission' })
export class EffectivePermissionResource extends UserPermissionResource {
  @ApiProperty({ type: PermissionOriginResource })
  origin: PermissionOriginResource;
}
