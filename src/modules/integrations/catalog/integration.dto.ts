import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { OrganizationResource } from '#modules/organizations/index.js';
import { BooleanField, EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import type {
  IntegrationBlock,
  IntegrationConfigurations,
  IntegrationContentSource,
} from './integration.types.js';
import {
  CATEGORIES,
  INTEGRATION_SCOPES,
  type IntegrationCategory,
  type IntegrationScope,
  type IntegrationTarget,
  type IntegrationVisibility,
  TARGETS,
  VISIBILITIES,
} from './integration.values.js';

const NAME = {
  max: 100,
  // The dots that mean a folder in addresses are no names.
  pattern: /^(?!\.{1,2}$)[a-zA-Z0-9-_.]+$/,
  patternMeaning: 'letters, digits, hyphens, underscores and dots',
};

export class IntegrationParams {
  @TextField({ ...NAME, description: 'Name of the integration.' })
  integrationName: string;
}

export class ListIntegrationsQuery extends PageQuery {
  @TextField({ optional: true, max: 100, description: 'Part of the name or title, in any case.' })
  search?: string;

  @EnumField(CATEGORIES, { optional: true, description: 'Only integrations in this category.' })
  category?: IntegrationCategory;

  @TextField({
    optional: true,
    max: 100,
    pattern: /^[a-zA-Z0-9-_.]+$/,
    patternMeaning: 'a host name',
    description: 'Only integrations with a block for addresses of this host.',
  })
  blockDomain?: string;

  @BooleanField({ optional: true, description: 'Only integrations with blocks (true) or without (false).' })
  blocks?: boolean;

  @BooleanField({
    optional: true,
    description: 'Only integrations with sources of content (true) or without (false).',
  })
  contentSources?: boolean;

  @TextField({ optional: true, max: 100, description: 'Only what this organization published.' })
  owner?: string;

  @EnumField(INTEGRATION_SCOPES, {
    optional: true,
    description: 'Only integrations that ask for this scope.',
  })
  scope?: IntegrationScope;

  @EnumField(TARGETS, { optional: true, description: 'Only integrations that are installed on this.' })
  target?: IntegrationTarget;
}

export class IntegrationUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
  @ApiPropertyOptional({ format: 'uri' })
  icon?: string;
  @ApiProperty({ format: 'uri' })
  app: string;
  @ApiProperty({ format: 'uri', description: 'Addresses of its pictures.' })
  assets: string;
  @ApiProperty({
    format: 'uri',
    description: 'Requests to it, and to paths below, are events of type fetch.',
  })
  publicEndpoint: string;
  @ApiProperty({ format: 'uri', description: 'The same address: nobody is signed in there.' })
  publicContentEndpoint: string;
}

export class IntegrationPermissions {
  @ApiProperty({ description: 'Publish it anew, unpublish it, see its events, develop it.' })
  admin: boolean;
}

export class ExternalLinkResource {
  @ApiProperty({ format: 'uri' })
  url: string;
  @ApiProperty()
  label: string;
}

const FREE = { type: 'object', additionalProperties: true } as const;

@ApiSchema({ name: 'Integration' })
export class IntegrationResource {
  @ApiProperty({ enum: ['integration'] })
  object: 'integration';
  @ApiProperty()
  name: string;
  @ApiProperty({ description: 'Counts its publications.' })
  version: number;
  @ApiProperty()
  title: string;
  @ApiPropertyOptional()
  description?: string;
  @ApiPropertyOptional({ description: 'Markdown.' })
  summary?: string;
  @ApiProperty({ type: [String] })
  previewImages: string[];
  @ApiProperty({ enum: TARGETS })
  target: IntegrationTarget;
  @ApiProperty({ description: 'True if it is part of Bindery.' })
  verified: boolean;
  @ApiProperty({ enum: VISIBILITIES })
  visibility: IntegrationVisibility;
  @ApiProperty({ enum: INTEGRATION_SCOPES, isArray: true })
  scopes: IntegrationScope[];
  @ApiProperty({ enum: CATEGORIES, isArray: true })
  categories: IntegrationCategory[];
  @ApiPropertyOptional({ type: 'array', items: FREE })
  blocks?: IntegrationBlock[];
  @ApiPropertyOptional({ type: 'array', items: FREE })
  contentSources?: IntegrationContentSource[];
  @ApiPropertyOptional(FREE)
  configurations?: IntegrationConfigurations;
  @ApiProperty({ type: [ExternalLinkResource] })
  externalLinks: ExternalLinkResource[];
  @ApiProperty({
    type: OrganizationResource,
    description: 'Organization that published it; others see only its name.',
  })
  owner: OrganizationResource;
  @ApiProperty({ type: IntegrationUrls })
  urls: IntegrationUrls;
  @ApiProperty({ type: IntegrationPermissions })
  permissions: IntegrationPermissions;
  @ApiPropertyOptional({
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }],
  })
  contentSecurityPolicy?: string | Record<string, string>;
}
