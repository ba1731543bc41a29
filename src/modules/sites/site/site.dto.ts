import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { BooleanField, EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { CUSTOM_HOSTNAME } from '../addresses/host-names.js';
import { PageQuery } from '#platform/http/page.dto.js';
import {
  AGENTS_CONTEXTS,
  type AgentsContext,
  SITE_TYPES,
  SITE_VISIBILITIES,
  type SiteType,
  type SiteVisibility,
} from './site.entity.js';

export class OrganizationSitesParams {
  @TextField({ description: 'Id of the organization.' })
  organizationId: string;
}

export class SiteParams extends OrganizationSitesParams {
  @TextField({ description: 'Id of the site.' })
  siteId: string;
}

export class ListSitesQuery extends PageQuery {
  @TextField({ optional: true, description: 'Only sites that show this space.' })
  space?: string;

  @TextField({
    optional: true,
    max: 128,
    description: 'Only sites whose title contains this, whatever the case.',
  })
  title?: string;

  @BooleanField({ optional: true, description: 'Only published (true) or only unpublished (false) sites.' })
  published?: boolean;

  @EnumField(SITE_TYPES, { optional: true, array: true, description: 'Only sites of these types.' })
  type?: SiteType[];
}

export class CreateSiteBody {
  @EnumField(SITE_TYPES, {
    optional: true,
    default: 'basic',
    description: 'Kind of site; all kinds can do the same here.',
  })
  type?: SiteType;

  @TextField({
    optional: true,
    min: 2,
    max: 128,
    example: 'Docs',
    description: 'Title; the first space gives it when left out.',
  })
  title?: string;

  @EnumField(SITE_VISIBILITIES, {
    optional: true,
    default: 'public',
    description: 'Audience once published.',
  })
  visibility?: SiteVisibility;

  @TextField({
    optional: true,
    array: { max: 100 },
    description: 'Ids of the spaces to show; the first is the default.',
  })
  spaces?: string[];
}

export class AdaptiveContentBody {
  @BooleanField({ description: 'True lets conditions see the claims of visitors; without, they see none.' })
  enabled: boolean;
}

export class UpdateSiteBody {
  @TextField({ optional: true, min: 2, max: 128, example: 'Docs', description: 'Title.' })
  title?: string;

  @EnumField(SITE_VISIBILITIES, {
    optional: true,
    description: 'Audience once published.',
  })
  visibility?: SiteVisibility;

  @TextField({
    optional: true,
    min: 1,
    max: 100,
    pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    patternMeaning: 'lower case letters and digits, with single hyphens between them',
    description: "Last part of the site's address.",
  })
  basename?: string;

  @TextField({
    optional: true,
    nullable: true,
    max: 512,
    pattern: CUSTOM_HOSTNAME,
    patternMeaning: 'a domain in lower case with at least three labels, as in "docs.example.com"',
    description:
      'Our addition: a custom domain for the site, or null for none. It serves once a DNS record proves it; see `/custom-hostnames/{hostname}`.',
  })
  hostname?: string | null;

  @TextField({
    optional: true,
    description: 'Id of the site space that readers get first; with sections, one of the default section.',
  })
  defaultSiteSpace?: string;

  @TextField({ optional: true, description: 'Id of the section at the root of the site.' })
  defaultSiteSection?: string;

  @ObjectField(() => AdaptiveContentBody, {
    optional: true,
    description: 'True if claims of visitors decide what they see.',
  })
  adaptiveContent?: AdaptiveContentBody;

  @EnumField(AGENTS_CONTEXTS, {
    optional: true,
    description: 'With `excluded`, nothing is made for agents: no llms.txt, no Markdown, no MCP.',
  })
  agentsContext?: AgentsContext;

  @TextField({
    optional: true,
    nullable: true,
    max: 512,
    pattern: /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
    patternMeaning: 'a domain followed by a path, as in "example.com/docs"',
    description:
      'Domain and path of another server that hands requests on to this one, so that readers find the site there; null for none. It counts once it is proven; see `/orgs/{organizationId}/sites/{siteId}/proxy`.',
  })
  proxy?: string | null;
}

export class SiteUrlsResource {
  @ApiProperty({ format: 'uri', description: 'The site in the API.' })
  location: string;

  @ApiProperty({ format: 'uri', description: 'Address of its page for members.' })
  app: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Address for readers; only while it is published.' })
  published?: string;

  @ApiProperty({ format: 'uri', description: 'Leads a member who is signed in to a preview of the site.' })
  preview: string;
}

export class SiteFeatureResource {
  @ApiProperty({ description: 'Name of the feature.' })
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  plan: SiteType;

  @ApiProperty()
  frozen: boolean;
}

export class SiteProxyResource {
  @ApiProperty({ maxLength: 512, description: 'Domain and path where readers find the site.' })
  origin: string;

  @ApiProperty({ description: 'Address to which the server there passes requests on.' })
  target: string;
}

/** Rights of the reader of the answer on the site. */
export class SitePermissionsResource {
  @ApiProperty({ description: 'Always true: the site is not answered to others.' })
  view: true;

  @ApiProperty({ description: 'True if the pages for members show it.' })
  access: boolean;

  @ApiProperty()
  edit: boolean;

  @ApiProperty()
  create: boolean;

  @ApiProperty()
  admin: boolean;

  @ApiProperty()
  installIntegration: boolean;

  @ApiProperty()
  viewAdaptiveSchema: boolean;

  @ApiProperty()
  editAdaptiveSchema: boolean;
}

@ApiSchema({ name: 'Site' })
export class SiteResource {
  @ApiProperty({ enum: ['site'] })
  object: 'site';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  type: SiteType;

  @ApiProperty({ enum: SITE_TYPES, description: 'The same as the type: a site is never frozen.' })
  appliedType: SiteType;

  @ApiProperty({ enum: ['inherit'], description: 'Members have their role in the organization on it.' })
  defaultLevel: 'inherit';

  @ApiProperty({ type: SitePermissionsResource })
  permissions: SitePermissionsResource;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiProperty({ description: "Last part of the site's address." })
  basename: string;

  @ApiPropertyOptional({ maxLength: 512, description: 'Custom domain, proven or not.' })
  hostname?: string;

  @ApiPropertyOptional({ type: SiteProxyResource })
  proxy?: SiteProxyResource;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'State of its submission for ads.',
  })
  ads?: object;

  @ApiProperty({ enum: SITE_VISIBILITIES })
  visibility: SiteVisibility;

  @ApiProperty({ description: 'True if readers can open it.' })
  published: boolean;

  @ApiProperty({ description: 'Number of spaces on the site.' })
  siteSpaces: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: AdaptiveContentBody })
  adaptiveContent: AdaptiveContentBody;

  @ApiProperty({ enum: AGENTS_CONTEXTS })
  agentsContext: AgentsContext;

  @ApiProperty({ type: [SiteFeatureResource] })
  features: SiteFeatureResource[];

  @ApiProperty({ type: SiteUrlsResource })
  urls: SiteUrlsResource;
}
