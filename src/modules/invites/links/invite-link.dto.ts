import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { CollectionResource } from '#modules/collections/index.js';
import { SpaceResource } from '#modules/spaces/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { DateTimeField, EnumField, NumberField, TextField } from '#platform/http/fields.js';

const MOST_USES = 1_000_000;

const EXPIRES_AT = { optional: true, nullable: true, description: 'When it ends; null: not by itself' };
const MAX_USES = {
  optional: true,
  nullable: true,
  integer: true,
  min: 1,
  max: MOST_USES,
  description: 'Number of people that may use it; null: any number',
};

class InviteLinkLimits {
  @DateTimeField(EXPIRES_AT)
  expiresAt?: string | null;

  @NumberField(MAX_USES)
  maxUses?: number | null;
}

@ApiSchema({ name: 'CreateOrganizationInvite' })
export class CreateInviteLinkBody extends InviteLinkLimits {
  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    example: 'read',
    description: 'For a link to the organization: the role there; null lets guests in',
  })
  role?: Role | null;

  @EnumField(ROLES, { optional: true, description: 'For a link to a space or collection: the role on it' })
  level?: Role;

  @TextField({ optional: true, description: 'Id of the space, with level' })
  space?: string;

  @TextField({ optional: true, description: 'Id of the collection, with level' })
  collection?: string;
}

@ApiSchema({ name: 'UpdateOrganizationInvite' })
export class UpdateInviteLinkBody extends InviteLinkLimits {
  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'Of a link to the organization',
    example: 'edit',
  })
  role?: Role | null;

  @EnumField(ROLES, { optional: true, description: 'Of a link to a space or collection' })
  level?: Role;
}

export class InviteLinkUrlsResource {
  @ApiProperty({ description: 'The address to pass on' })
  app: string;
}

@ApiSchema({ name: 'OrganizationInviteLink' })
export class InviteLinkResource {
  @ApiProperty({ enum: ['invite'] })
  object: 'invite';

  @ApiProperty({ description: 'The secret of the link' })
  id: string;

  @ApiPropertyOptional({
    enum: ROLES,
    nullable: true,
    description: 'Of a link to the organization; null lets guests in',
  })
  role?: Role | null;

  @ApiPropertyOptional({ enum: ROLES, description: 'Of a link to a space or collection' })
  level?: Role;

  @ApiPropertyOptional({ type: SpaceResource })
  space?: SpaceResource;

  @ApiPropertyOptional({ type: CollectionResource })
  collection?: CollectionResource;

  @ApiProperty({ description: 'True if you already have all that it gives' })
  redundant: boolean;

  @ApiProperty({ description: 'Number of people who joined or gained rights by it' })
  uses: number;

  @ApiPropertyOptional({ description: 'Absent: any number of people' })
  maxUses?: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent: it does not end by itself' })
  expiresAt?: string;

  @ApiProperty({ type: InviteLinkUrlsResource })
  urls: InviteLinkUrlsResource;
}
