import { ApiProperty, ApiPropertyOptional, ApiSchema, PartialType } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { TeamResource } from '#modules/teams/index.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BooleanField, EnumField, TextField, UrlField } from '#platform/http/fields.js';
import type { CertificateStatus } from './certificates.js';
import { PROVIDER_STATUSES, type ProviderStatus } from './saml-provider.entity.js';

export class SamlProviderParams extends OrganizationParams {
  @TextField({ description: 'Id of the identity provider' })
  samlProviderId: string;
}

export class CreateSamlProviderBody {
  @TextField({
    min: 1,
    max: 30,
    description: 'Name on the sign-in page',
    example: 'Company account',
  })
  label: string;

  @TextField({ optional: true, min: 1, max: 1024, description: 'Name of the provider for itself (entityID)' })
  entityID?: string;

  @UrlField({ optional: true, description: 'Address for sign-ins (HTTP-Redirect binding)' })
  ssoURL?: string;

  @TextField({ optional: true, min: 1, max: 10_000, description: 'Signing certificates as PEM' })
  certificate?: string;

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
    description: 'True if sign-ins may begin at the provider; false when left out',
  })
  idpInitiated?: boolean;

  @BooleanField({
    optional: true,
    description:
      'False for a provider that counts for nothing yet: it can be tested, and is switched on once a test went well. True when left out.',
  })
  enabled?: boolean;
}

export class UpdateSamlProviderBody extends PartialType(CreateSamlProviderBody, {
  skipNullProperties: false,
}) {}

@ApiSchema({ name: 'SAMLCertificate' })
export class SamlCertificateResource {
  @ApiProperty()
  subject: string;

  @ApiProperty({ description: 'SHA-256' })
  fingerprint: string;

  @ApiProperty({ format: 'date-time' })
  validUntil: string;

  @ApiProperty({ enum: ['valid', 'expiring', 'expired'], description: 'expiring: within 30 days' })
  status: CertificateStatus;
}

@ApiSchema({ name: 'SAMLService' })
export class SamlServiceResource {
  @ApiProperty({ format: 'uri', description: 'Address for responses of the provider (HTTP-POST binding)' })
  acsURL: string;

  @ApiProperty({ format: 'uri', description: 'Begins a sign-in' })
  startURL: string;

  @ApiProperty({ description: 'Name of Bindery for the provider, and the address of its metadata' })
  entityID: string;
}

@ApiSchema({ name: 'SAMLProviderUrls' })
export class SamlProviderUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'OrganizationSAMLProvider' })
export class SamlProviderResource {
  @ApiProperty({ enum: ['saml-provider'] })
  object: 'saml-provider';

  @ApiProperty()
  id: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ description: 'Empty until it is known, as are entityID and certificate' })
  ssoURL: string;

  @ApiProperty()
  entityID: string;

  @ApiProperty()
  certificate: string;

  @ApiProperty({ type: SamlCertificateResource, isArray: true })
  certificates: SamlCertificateResource[];

  @ApiPropertyOptional({ type: TeamResource })
  defaultTeam?: TeamResource;

  @ApiProperty({ enum: ROLES, nullable: true })
  defaultRole: Role | null;

  @ApiProperty()
  idpInitiated: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ description: 'False for a provider that counts for nothing until it is switched on' })
  enabled: boolean;

  @ApiProperty({ enum: PROVIDER_STATUSES, description: 'pending until somebody has signed in through it' })
  status: ProviderStatus;

  @ApiProperty({ type: SamlServiceResource })
  service: SamlServiceResource;

  @ApiProperty({ type: SamlProviderUrlsResource })
  urls: SamlProviderUrlsResource;
}

@ApiSchema({ name: 'OrganizationSSOProviderLogin' })
export class SsoLoginResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  label: string;

  @ApiProperty({ format: 'uri', description: 'Begins a sign-in' })
  startURL: string;
}

export class SsoLoginsResource {
  @ApiProperty({ type: SsoLoginResource, isArray: true })
  items: SsoLoginResource[];
}
