import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { EnumField, TextField } from '#platform/http/fields.js';

export class ScimTokenParams extends OrganizationParams {
  @TextField({ description: 'Id of the token' })
  scimTokenId: string;
}

export class CreateScimTokenBody {
  @TextField({
    min: 1,
    max: 64,
    description: 'Name of the token, such as that of the provider which uses it',
    example: 'Okta',
  })
  label: string;

  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'Role of the members it makes; null, or nothing, makes them guests',
  })
  defaultRole?: Role | null;
}

@ApiSchema({ name: 'SCIMToken' })
export class ScimTokenResource {
  @ApiProperty({ enum: ['scim-token'] })
  object: 'scim-token';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Name of the token, such as that of the provider which uses it' })
  label: string;

  @ApiProperty({ enum: ROLES, nullable: true, description: 'Role of the members it makes; null: guests' })
  defaultRole: Role | null;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'Exact to some minutes; absent before the first use',
  })
  lastUsedAt?: string;
}

@ApiSchema({ name: 'NewSCIMToken' })
export class NewScimTokenResource extends ScimTokenResource {
  @ApiProperty({ description: 'The token itself, shown this once' })
  token: string;

  @ApiProperty({ format: 'uri', description: 'Address to give to the identity provider' })
  baseURL: string;
}
