import { ApiProperty, ApiPropertyOptional, ApiSchema, OmitType, PartialType } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { TeamResource } from '#modules/teams/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BooleanField, EnumField, TextField, UrlField } from '#platform/http/fields.js';
import { OIDC_KINDS, OIDC_STATUSES, type OidcKind, type OidcStatus } from './oidc-provider.entity.js';

export class OidcProviderParams extends OrganizationParams {
  @TextField({ description: 'Id of the identity provider' })
  oidcProviderId: string;
}

export class CreateOidcProviderBody {
  @EnumField(OIDC_KINDS, {
    optional: true,
    description: 'oidc when left out; github for GitHub, which speaks OAuth 2 alone',
  })
  kind?: OidcKind;

  @TextField({ min: 1, max: 30, description: 'Name on the sign-in page', example: 'Company account' })
  label: string;

  @UrlField({
    optional: true,
    description:
      'Address the provider calls itself, such as https://accounts.google.com. For GitHub the address of the server; https://github.com when left out.',
    example: 'https://login.example.com',
  })
  issuer?: string;

  @TextField({
    optional: true,
    min: 1,
    max: 500,
    description:
      'Client id that the provider gave; it may be left out only with enabled: false, as the issuer',
    example: 'bindery',
  })
  clientID?: string;

  @TextField({
    optional: true,
    nullable: true,
    min: 1,
    max: 1000,
    description: 'Client secret that the provider gave; it is encrypted and never shown again',
  })
  clientSecret?: string | null;

  @TextField({ optional: true, nullable: true, min: 1, description: 'Id of the team newcomers are put into' })
  defaultTeam?: string | null;

  @EnumField(ROLES, {
    optional: true,
    nullable: true,
    description: 'Role of newcomers; null makes them guests',
  })
  defaultRole?: Role | null;

  @BooleanField({
    optional: true,
    description:
      'False for a provider that counts for nothing yet: it can be tested, and is switched on once a test went well. True when left out.',
  })
  enabled?: boolean;
}

export class UpdateOidcProviderBody extends PartialType(OmitType(CreateOidcProviderBody, ['kind']), {
  skipNullProperties: false,
}) {
  @EnumField(OIDC_STATUSES, {
    optional: true,
    description:
      'active offers it on the sign-in page, pending does not. A sign-in that goes well makes it active.',
  })
  status?: OidcStatus;
}

@ApiSchema({ name: 'OIDCService' })
export class OidcServiceResource {
  @ApiProperty({ format: 'uri', description: 'Redirect URI to name at the provider' })
  callbackURL: string;

  @ApiProperty({ format: 'uri', description: 'Begins a sign-in' })
  startURL: string;
}

@ApiSchema({ name: 'OIDCProviderUrls' })
export class OidcProviderUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'OrganizationOIDCProvider' })
export class OidcProviderResource {
  @ApiProperty({ enum: ['oidc-provider'] })
  object: 'oidc-provider';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: OIDC_KINDS })
  kind: OidcKind;

  @ApiProperty()
  label: string;

  @ApiProperty({ description: 'Empty until it is known, as is clientID' })
  issuer: string;

  @ApiProperty()
  clientID: string;

  @ApiProperty({ description: 'True if a client secret is stored' })
  hasClientSecret: boolean;

  @ApiPropertyOptional({ type: TeamResource })
  defaultTeam?: TeamResource;

  @ApiProperty({ enum: ROLES, nullable: true })
  defaultRole: Role | null;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ description: 'False for a provider that counts for nothing until it is switched on' })
  enabled: boolean;

  @ApiProperty({
    enum: OIDC_STATUSES,
    description: 'pending until a sign-in went well, or it was switched on',
  })
  status: OidcStatus;

  @ApiProperty({ type: OidcServiceResource })
  service: OidcServiceResource;

  @ApiProperty({ type: OidcProviderUrlsResource })
  urls: OidcProviderUrlsResource;
}
