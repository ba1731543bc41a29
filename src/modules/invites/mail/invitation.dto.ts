import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { isEmailAddress, normalizeEmail, UserResource } from '#modules/users/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import {
  BooleanField,
  DateTimeField,
  EitherField,
  EnumField,
  ObjectField,
  Refuse,
  TextField,
} from '#platform/http/fields.js';

export class InviteParams extends OrganizationParams {
  @TextField({ description: 'Id of the invite link or invitation' })
  inviteId: string;
}

/** Most addresses of one call. */
export const MAX_INVITED = 100;

const AddressField = () => applyDecorators(Refuse(problemOfAddress), TextField());

function problemOfAddress(value: unknown): string | null {
  const isAddress = typeof value === 'string' && isEmailAddress(normalizeEmail(value));
  return isAddress ? null : '$property must be a mail address such as ann@example.com';
}

/** A person to invite, with their role. */
export class InviteeBody {
  @AddressField()
  email: string;

  @EnumField(ROLES, { nullable: true })
  role: Role | null;
}

@ApiSchema({ name: 'InviteUsersToOrganization' })
export class InviteUsersBody {
  @EitherField({
    text: AddressField(),
    object: ObjectField(() => InviteeBody),
    array: true,
    example: ['ann@example.com'],
    description: `Mail addresses, or objects of email and role; 1 to ${MAX_INVITED}.`,
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_INVITED,
      items: {
        oneOf: [
          { type: 'string' },
          {
            type: 'object',
            required: ['email', 'role'],
            properties: {
              email: { type: 'string' },
              role: { type: 'string', enum: [...ROLES], nullable: true },
            },
          },
        ],
      },
    },
  })
  emails: (string | InviteeBody)[];

  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description:
      "Role of those whose entry names none; null: guests. The organization's default role when left out",
  })
  role?: Role | null;

  @BooleanField({ optional: true, description: 'Their membership counts through single sign-on only' })
  sso?: boolean;

  @DateTimeField({
    optional: true,
    description: 'When invitations end that nobody accepted; in two weeks when left out',
  })
  expiresAt?: string;
}

function problemOfAddresses(value: unknown): string | null {
  if (!Array.isArray(value)) return null;
  const wrong = value.findIndex((entry) => problemOfAddress(entry) !== null);
  return wrong < 0 ? null : `$property[${wrong}] must be a mail address such as ann@example.com`;
}

@ApiSchema({ name: 'InviteToPlace' })
export class InviteToPlaceBody {
  @Refuse(problemOfAddresses)
  @TextField({
    array: { min: 1, max: MAX_INVITED },
    example: ['ann@example.com'],
    description: 'Mail addresses',
  })
  emails: string[];

  @EnumField(ROLES, { example: 'read', description: 'The role to give; none above your own' })
  level: Role;

  @DateTimeField({
    optional: true,
    description: 'When invitations end that nobody accepted; in two weeks when left out',
  })
  expiresAt?: string;
}

export class AcceptInviteBody {
  @TextField({
    optional: true,
    max: 200,
    description: 'The key in the address of an invitation by mail: it proves the address that it was sent to',
  })
  key?: string;
}

export class InvitationUrlsResource {
  @ApiProperty({
    description:
      'Address at which it is accepted. If the installation sends no mail and you invited or are an administrator, pass it on: everybody who has it can join. Else it opens nothing by itself.',
  })
  app: string;
}

@ApiSchema({ name: 'Invitation', description: 'Somebody who was invited by mail and has not accepted yet' })
export class InvitationResource {
  @ApiProperty({ enum: ['invitation'] })
  object: 'invitation';

  @ApiProperty()
  id: string;

  @ApiProperty()
  email: string;

  @ApiProperty({ enum: ROLES, nullable: true, description: 'In the organization; null for a guest' })
  role: Role | null;

  @ApiPropertyOptional({
    enum: ROLES,
    description: 'Of a guest who is invited to a space, collection or site',
  })
  level?: Role;

  @ApiPropertyOptional({ description: 'Id of the space, with level' })
  space?: string;

  @ApiPropertyOptional({ description: 'Id of the collection, with level' })
  collection?: string;

  @ApiPropertyOptional({ description: 'Id of the site, with level' })
  site?: string;

  @ApiProperty()
  sso: boolean;

  @ApiPropertyOptional({ type: UserResource })
  invitedBy?: UserResource;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    format: 'date-time',
    description: 'Nobody can accept it after that, unless it is sent again',
  })
  expiresAt: string;

  @ApiProperty({ type: InvitationUrlsResource })
  urls: InvitationUrlsResource;
}

@ApiSchema({ name: 'InviteUsersResult' })
export class InviteUsersResource {
  @ApiProperty({
    type: [String],
    description: 'Ids of users who are members now: nobody is before they accept',
  })
  users: string[];

  @ApiProperty({ description: 'Number of people who have an invitation' })
  invited: number;

  @ApiProperty({
    type: [InvitationResource],
    description: 'Of all who are not members yet, whether they have an account or not',
  })
  invitations: InvitationResource[];
}

@ApiSchema({ name: 'InviteToPlaceResult' })
export class PlaceInvitedResource {
  @ApiProperty({ type: [UserResource], description: 'Members, who were let in at once' })
  users: UserResource[];

  @ApiProperty({ description: 'Number of people who have an invitation' })
  invited: number;

  @ApiProperty({ type: [InvitationResource], description: 'Of everybody else' })
  invitations: InvitationResource[];
}

/** Nothing: who accepted something asks for what they see now. */
@ApiSchema({ name: 'InviteAccepted' })
export class AcceptedResource {}
