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
      'Address at which it is accepted. If the installation sends no mail, pass it on: everybody who has it can join.',
  })
  app: string;
}

@ApiSchema({ name: 'Invitation', description: 'Somebody without an account who was invited by mail' })
export class InvitationResource {
  @ApiProperty({ enum: ['invitation'] })
  object: 'invitation';

  @ApiProperty()
  id: string;

  @ApiProperty()
  email: string;

  @ApiProperty({ enum: ROLES, nullable: true, description: 'null for a guest' })
  role: Role | null;

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

/** Nothing: who accepted something asks for what they see now. */
@ApiSchema({ name: 'InviteAccepted' })
export class AcceptedResource {}
