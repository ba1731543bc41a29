import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { SiteResource } from '#modules/sites/index.js';
import { SpaceResource } from '#modules/spaces/index.js';
import { BooleanField, EnumField, JsonField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { IntegrationParams, IntegrationResource } from '../catalog/integration.dto.js';
import { INTEGRATION_SCOPES, type IntegrationScope } from '../catalog/integration.values.js';
import {
  INSTALLATION_STATUSES,
  type InstallationStatus,
  type TargetSelection,
  SELECTIONS,
} from './installation.entity.js';

export class InstallationParams extends IntegrationParams {
  @TextField({ max: 100, description: 'Id of the installation.' })
  installationId: string;
}

export class SpaceInstallationParams extends InstallationParams {
  @TextField({ max: 100, description: 'Id of the space.' })
  spaceId: string;
}

export class SiteInstallationParams extends InstallationParams {
  @TextField({ max: 100, description: 'Id of the site.' })
  siteId: string;
}

export class OrganizationIntegrationParams extends OrganizationParams {
  @TextField({ max: 100, description: 'Name of the integration.' })
  integrationName: string;
}

export class ListInstallationsQuery extends PageQuery {
  @TextField({ optional: true, max: 512, description: 'Only those that the integration calls this.' })
  externalId?: string;
}

const EXTENDED = {
  optional: true,
  default: false,
  description: 'Whole spaces and sites, in place of their ids.',
};

export class ExtendedQuery {
  @BooleanField(EXTENDED)
  extended?: boolean;
}

export class ListTargetsQuery extends PageQuery {
  @BooleanField(EXTENDED)
  extended?: boolean;
}

export class ListAllTargetsQuery extends ListInstallationsQuery {
  @BooleanField(EXTENDED)
  extended?: boolean;
}

export class SearchInstallationsQuery extends PageQuery {
  @TextField({
    optional: true,
    max: 100,
    description: "Part of the integration's name or title, in any case.",
  })
  search?: string;
}

export const STATUS_TARGETS = ['organization', 'space', 'site'] as const;
export type StatusTarget = (typeof STATUS_TARGETS)[number];

export class InstallationStatusQuery extends PageQuery {
  @EnumField(STATUS_TARGETS, {
    optional: true,
    default: 'organization',
    description:
      'Status in the organization, or the best one that an integration has on its spaces or sites.',
  })
  target?: StatusTarget;
}

export class InstallIntegrationBody {
  @TextField({ max: 100, description: 'Id of the organization.', example: '{organizationId}' })
  organization: string;
}

export class InstallOnSpaceBody {
  @TextField({ max: 100, description: 'Id of the space.', example: '{spaceId}' })
  space: string;
}

export class InstallOnSiteBody {
  @TextField({ max: 100, description: 'Id of the site.', example: '{siteId}' })
  siteId: string;
}

export class UpdateTargetBody {
  @TextField({
    optional: true,
    min: 1,
    max: 512,
    array: { max: 5 },
    description: 'Identifier that the integration gave it, to find it by.',
    example: ['team-7'],
  })
  externalIds?: string[];

  /** Checked by the properties that the integration asks for. */
  @JsonField({ optional: true, description: 'All settings; those that are left out are gone.' })
  configuration?: Record<string, unknown>;

  @EnumField(['active', 'paused'], {
    optional: true,
    description:
      'paused: nothing happens and its tokens end. active: it goes on, once it has the settings it requires.',
  })
  status?: 'active' | 'paused';
}

export class UpdateInstallationBody extends UpdateTargetBody {
  @EnumField(SELECTIONS, { optional: true, description: 'True if it has access to all spaces.' })
  space_selection?: TargetSelection;

  @EnumField(SELECTIONS, { optional: true, description: 'True if it has access to all sites.' })
  site_selection?: TargetSelection;

  @EnumField(INTEGRATION_SCOPES, {
    optional: true,
    array: true,
    description:
      'All that it may do, of what the integration asks for: how one agrees to what a new version asks for.',
  })
  scopes?: IntegrationScope[];
}

export class InstallationUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
  @ApiProperty({ format: 'uri' })
  app: string;
  @ApiProperty({ format: 'uri' })
  publicEndpoint: string;
  @ApiProperty({ format: 'uri', description: 'The same address: nobody is signed in there.' })
  publicContentEndpoint: string;
}

export class InstallationTargetRef {
  @ApiProperty({ description: 'Id of the organization.' })
  organization: string;
}

const SETTINGS = {
  type: 'object',
  additionalProperties: true,
  description: 'Empty for those who may not change it: settings can be secrets.',
} as const;

@ApiSchema({ name: 'IntegrationInstallation' })
export class InstallationResource {
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: INSTALLATION_STATUSES })
  status: InstallationStatus;
  @ApiProperty({ enum: SELECTIONS })
  space_selection: TargetSelection;
  @ApiProperty({ enum: SELECTIONS })
  site_selection: TargetSelection;
  @ApiProperty({ description: 'Number of spaces that it has access to.' })
  spaces: number;
  @ApiProperty({
    enum: INTEGRATION_SCOPES,
    isArray: true,
    description: 'Scopes that an administrator agreed to.',
  })
  scopes: IntegrationScope[];
  @ApiProperty({
    enum: INTEGRATION_SCOPES,
    isArray: true,
    description: 'Scopes that a new version requests and nobody has agreed to; it does not have them.',
  })
  pendingScopes: IntegrationScope[];
  @ApiProperty(SETTINGS)
  configuration: Record<string, unknown>;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: InstallationUrls })
  urls: InstallationUrls;
  @ApiProperty({ type: [String] })
  externalIds: string[];
  @ApiProperty({ type: InstallationTargetRef })
  target: InstallationTargetRef;
}

export class TargetUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
  @ApiProperty({ format: 'uri' })
  publicEndpoint: string;
  @ApiProperty({ format: 'uri', description: 'The same address: nobody is signed in there.' })
  publicContentEndpoint: string;
}

export class TargetInstallationResource {
  @ApiProperty({ description: 'Name of the integration.' })
  integration: string;
  @ApiProperty({ description: 'Id of the installation.' })
  installation: string;
  @ApiProperty({ enum: INSTALLATION_STATUSES })
  status: InstallationStatus;
  @ApiProperty(SETTINGS)
  configuration: Record<string, unknown>;
  @ApiProperty({ type: [String] })
  externalIds: string[];
  @ApiProperty({ type: TargetUrls })
  urls: TargetUrls;
}

@ApiExtraModels(SpaceResource)
@ApiSchema({ name: 'IntegrationSpaceInstallation' })
export class SpaceInstallationResource extends TargetInstallationResource {
  @ApiProperty({ oneOf: [{ type: 'string' }, { $ref: getSchemaPath(SpaceResource) }] })
  space: string | SpaceResource;
}

@ApiExtraModels(SiteResource)
@ApiSchema({ name: 'IntegrationSiteInstallation' })
export class SiteInstallationResource extends TargetInstallationResource {
  @ApiProperty({ oneOf: [{ type: 'string' }, { $ref: getSchemaPath(SiteResource) }] })
  site: string | SiteResource;
}

@ApiSchema({ name: 'APITemporaryToken' })
export class TemporaryTokenResource {
  @ApiProperty({ description: 'For an hour.' })
  token: string;
}

export class InstalledIntegrationResource {
  @ApiProperty({ type: IntegrationResource })
  integration: IntegrationResource;
  @ApiProperty({ type: InstallationResource })
  installation: InstallationResource;
}

export class StatusResource {
  @ApiProperty({ enum: INSTALLATION_STATUSES })
  status: InstallationStatus;
}

@ApiSchema({ name: 'InstalledIntegration' })
export class IntegrationStatusResource extends StatusResource {
  @ApiProperty({ type: IntegrationResource })
  integration: IntegrationResource;
}

export class IntegrationBlocksResource {
  @ApiProperty({ description: 'Name of the integration.' })
  name: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  blocks: object[];
}
