import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type Role, ROLES } from '#platform/http/actor.js';
import { BooleanField, EnumField, ObjectField, TextField, UrlField } from '#platform/http/fields.js';
import { MergeRulesField, type SpaceMergeRules } from './merge-rules.dto.js';

export const ORGANIZATION_TYPES = ['business', 'community'] as const;
export const ORGANIZATION_USE_CASES = [
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
] as const;

const EMAIL_DOMAINS = {
  optional: true,
  array: { max: 100 },
  max: 253,
  pattern: /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i,
  patternMeaning: 'domain names such as example.com',
  description: 'Users with a verified address at one of them may join',
};

export class OrganizationParams {
  @TextField({ description: 'Id of the organization' })
  organizationId: string;
}

export class CreateOrganizationBody {
  @TextField({ min: 2, max: 255, example: 'Acme' })
  title: string;

  @TextField(EMAIL_DOMAINS)
  emailDomains?: string[];

  @EnumField(ORGANIZATION_TYPES, { optional: true, default: 'business' })
  type?: string;

  @EnumField(ORGANIZATION_USE_CASES, { optional: true })
  useCase?: string;
}

export class DefaultContentBody {
  @EnumField(['site'])
  type: 'site';

  @TextField({ description: 'Id of a site of the organization' })
  site: string;
}

export class UpdateOrganizationBody {
  @TextField({ optional: true, min: 2, max: 255, example: 'Acme' })
  title?: string;

  @TextField(EMAIL_DOMAINS)
  emailDomains?: string[];

  @TextField({
    optional: true,
    min: 3,
    max: 32,
    description: 'Name of the organization in addresses of its sites',
  })
  hostname?: string;

  @EnumField(ROLES, { optional: true, nullable: true, description: 'Role of those who join; null: guests' })
  defaultRole?: Role | null;

  @ObjectField(() => DefaultContentBody, { optional: true, nullable: true })
  defaultContent?: DefaultContentBody | null;

  @UrlField({ optional: true, nullable: true, description: 'Address of a picture; null removes it' })
  logo?: string | null;

  @BooleanField({
    optional: true,
    description: 'Require single sign-on; needs an identity provider that works',
  })
  sso?: boolean;

  @BooleanField({ optional: true })
  ai?: boolean;

  @BooleanField({
    optional: true,
    description: 'True if members may make invite links, and invite people who are no members yet',
  })
  inviteLinks?: boolean;

  @MergeRulesField('Conditions of every merge: { type: none } or { type: rules, rules }')
  mergeRules?: SpaceMergeRules;
}

@ApiSchema({ name: 'OrganizationDefaultContent' })
export class DefaultContentResource {
  @ApiProperty({ enum: ['site'] })
  type: 'site';

  @ApiProperty()
  site: string;
}

@ApiSchema({ name: 'OrganizationTrial' })
export class OrganizationTrialResource {
  @ApiProperty({ enum: ['notapplicable'] })
  status: 'notapplicable';

  @ApiProperty({ type: 'integer' })
  count: number;
}

@ApiSchema({ name: 'OrganizationUrls' })
export class OrganizationUrlsResource {
  @ApiProperty({ format: 'uri' })
  location: string;

  @ApiProperty({ format: 'uri' })
  app: string;

  @ApiPropertyOptional({ format: 'uri' })
  logo?: string;
}

@ApiSchema({ name: 'OrganizationPermissions' })
export class OrganizationPermissionsResource {
  @ApiProperty()
  view: boolean;

  @ApiProperty({ description: 'True if the pages for members show it.' })
  access: boolean;

  @ApiProperty()
  admin: boolean;

  @ApiProperty({ description: 'Owner of one of its teams, or administrator' })
  ownTeam: boolean;

  @ApiProperty()
  createContent: boolean;

  @ApiProperty()
  createOpenAPISpec: boolean;

  @ApiProperty()
  ingestConversations: boolean;

  @ApiProperty()
  viewBilling: boolean;

  @ApiProperty()
  listMembers: boolean;

  @ApiProperty()
  listTeams: boolean;

  @ApiProperty()
  listIntegrations: boolean;

  @ApiProperty()
  listInstallations: boolean;

  @ApiProperty()
  installIntegration: boolean;
}

@ApiSchema({ name: 'Organization' })
export class OrganizationResource {
  @ApiProperty({ enum: ['organization'] })
  object: 'organization';

  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, isArray: true })
  emailDomains: string[];

  @ApiProperty()
  hostname: string;

  @ApiProperty({ enum: ORGANIZATION_TYPES })
  type: string;

  @ApiPropertyOptional({ enum: ORGANIZATION_USE_CASES })
  useCase?: string;

  @ApiProperty({ enum: ROLES, nullable: true })
  defaultRole: Role | null;

  @ApiPropertyOptional({ type: DefaultContentResource })
  defaultContent?: DefaultContentResource;

  @ApiProperty()
  sso: boolean;

  @ApiProperty()
  ai: boolean;

  @ApiProperty()
  inviteLinks: boolean;

  @ApiProperty({ enum: ['enterprise_2024'] })
  plan: 'enterprise_2024';

  @ApiProperty({ type: 'object', additionalProperties: true })
  mergeRules: object;

  @ApiProperty({ type: OrganizationUrlsResource })
  urls: OrganizationUrlsResource;

  @ApiProperty({ type: OrganizationTrialResource })
  trial: OrganizationTrialResource;

  @ApiProperty({ type: OrganizationPermissionsResource })
  permissions: OrganizationPermissionsResource;
}

/** Nothing: the contract leaves room for claims of visitors, which are given out elsewhere here. */
@ApiSchema({ name: 'OrganizationPing' })
export class PingResource {}
