import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type Proof, PROOFS } from '#platform/http/actor.js';
import { DateTimeField, EnumField, TextField } from '#platform/http/fields.js';
import { type Scope, SCOPES } from '#platform/http/scopes.js';

export class UserTokenParams {
  @TextField({ description: 'Id of the token (not the token itself)' })
  tokenId: string;
}

export class CreateUserTokenBody {
  @TextField({ min: 1, max: 50, description: 'Purpose of the token', example: 'CI import' })
  label: string;

  @EnumField(SCOPES, {
    optional: true,
    array: true,
    description: 'Scopes of the token; everything that you may do when left out',
  })
  scopes?: Scope[];

  @DateTimeField({
    optional: true,
    description: 'When it ends. Left out: never, or with the session where one is signed in by a session',
  })
  expiresAt?: string;
}

@ApiSchema({ name: 'UserToken' })
export class UserTokenResource {
  @ApiProperty({ enum: ['user-token'] })
  object: 'user-token';

  @ApiProperty()
  id: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({
    enum: PROOFS,
    description:
      'Proof of identity of its holder, or of the token that it was made with: a token made by hand, a mailed link, single sign-on, a password, a passkey, or a link that was handed over',
  })
  proof: Proof;

  @ApiPropertyOptional({
    description:
      'The only organization that it is good for: its identity provider or administrator vouched for its holder',
  })
  organization?: string;

  @ApiPropertyOptional({ enum: SCOPES, isArray: true, description: 'Absent when the token is not limited' })
  scopes?: Scope[];

  @ApiPropertyOptional({ format: 'date-time' })
  expiresAt?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Exact to some minutes' })
  lastUsedAt?: string;
}

@ApiSchema({ name: 'CreatedUserToken' })
export class CreatedUserTokenResource extends UserTokenResource {
  @ApiProperty({ description: 'The token itself; it is shown only in this answer' })
  token: string;
}
