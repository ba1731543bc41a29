import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { UserResource } from '#modules/users/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BooleanField, DateTimeField, EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { OrganizationParams } from './organization.dto.js';

export class MemberParams extends OrganizationParams {
  @TextField({ description: 'Id of the user' })
  userId: string;
}

export class ListMembersQuery extends PageQuery {
  @EnumField([...ROLES, 'guest'], { optional: true, description: 'Only members with this role' })
  role?: Role | 'guest';

  @TextField({ optional: true, max: 255, description: 'Part of the name or of the mail address' })
  search?: string;

  @TextField({ optional: true, max: 255, description: 'Id of a team: only its members' })
  team?: string;

  @DateTimeField({ optional: true, description: 'Only members who were not seen at this time or later' })
  unseenSince?: string;

  @EnumField(['joinedAt', 'lastSeenAt'], {
    optional: true,
    default: 'joinedAt',
    description: 'By lastSeenAt, members who were never seen are left out',
  })
  sort?: 'joinedAt' | 'lastSeenAt';

  @EnumField(['asc', 'desc'], { optional: true, default: 'desc' })
  order?: 'asc' | 'desc';
}

export class UpdateMemberBody {
  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'null makes the member a guest',
    example: 'edit',
  })
  role?: Role | null;

  @BooleanField({
    optional: true,
    description: 'True: the membership gives nothing until it is enabled again; role, teams and grants stay',
  })
  disabled?: boolean;
}

@ApiSchema({ name: 'OrganizationMember' })
export class MemberResource {
  @ApiProperty({ enum: ['member'] })
  object: 'member';

  @ApiProperty({ description: 'Id of the user' })
  id: string;

  @ApiProperty({ enum: ROLES, nullable: true, description: 'null for a guest' })
  role: Role | null;

  @ApiProperty({ type: UserResource })
  user: UserResource;

  @ApiProperty()
  disabled: boolean;

  @ApiProperty({ format: 'date-time' })
  joinedAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Exact to some minutes' })
  lastSeenAt?: string;

  @ApiProperty()
  sso: boolean;

  @ApiProperty({ description: 'Number of spaces the member can view' })
  spaces: number;

  @ApiProperty({ description: 'Number of teams the member is in' })
  teams: number;

  @ApiProperty({ description: 'Number of sites the member can view' })
  sites: number;
}
