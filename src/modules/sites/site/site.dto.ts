import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { SpaceResource } from '#modules/spaces/index.js';
import { BooleanField, EnumField, JsonField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { SITE_TYPES, SITE_VISIBILITIES, type SiteType, type SiteVisibility } from './site.entity.js';

export class OrganizationSitesParams {
  @TextField({ description: 'Id of the organization.' })
  organizationId: string;
}

export class SiteParams extends OrganizationSitesParams {
  @TextField({ description: 'Id of the site.' })
  siteId: string;
}

export class SiteSpaceParams extends SiteParams {
  @TextField({ description: 'Id of the site space.' })
  siteSpaceId: string;
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

export class ListSiteSpacesQuery extends PageQuery {
  @BooleanField({
    optional: true,
    description: 'Only the default site space (true) or only the others (false).',
  })
  default?: boolean;
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

export class UpdateSiteBody {
  @TextField({ optional: true, min: 2, max: 128, description: 'Title.' })
  title?: string;

  @EnumField(SITE_VISIBILITIES, {
    optional: true,
    description: 'Audience: `public` and `unlisted` at present.',
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

  @TextField({ optional: true, description: 'Id of the site space that readers see first.' })
  defaultSiteSpace?: string;

  @TextField({ optional: true, description: 'Sections are not available yet.' })
  defaultSiteSection?: string;

  @JsonField({ optional: true, description: 'Adaptive content is not available yet.' })
  adaptiveContent?: object;

  @EnumField(['excluded', 'included'], {
    optional: true,
    description: 'Whether agents may use the site: `included` at present.',
  })
  agentsContext?: 'excluded' | 'included';

  @TextField({
    optional: true,
    nullable: true,
    max: 512,
    description: 'Proxying is not available yet; null is accepted.',
  })
  proxy?: string | null;
}

export class AddSiteSpaceBody {
  @TextField({ description: 'Id of the space to show.' })
  spaceId: string;

  @TextField({ optional: true, description: 'Sections are not available yet.' })
  sectionId?: string;
}

export class SiteUrlsResource {
  @ApiProperty({ format: 'uri', description: 'The site in the API.' })
  location: string;

  @ApiProperty({ format: 'uri', description: 'Where a person manages it.' })
  app: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where readers find it; only while it is published.' })
  published?: string;
}

export class SiteFeatureResource {
  @ApiProperty({ description: 'Name of the feature.' })
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  plan: SiteType;

  @ApiProperty()
  frozen: boolean;
}

@ApiSchema({ name: 'Site' })
export class SiteResource {
  @ApiProperty({ enum: ['site'] })
  object: 'site';

  @ApiProperty()
  id: string;

  @ApiProperty({ enum: SITE_TYPES })
  type: SiteType;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiProperty({ description: "Last part of the site's address." })
  basename: string;

  @ApiProperty({ enum: SITE_VISIBILITIES })
  visibility: SiteVisibility;

  @ApiProperty({ description: 'Whether readers can open it.' })
  published: boolean;

  @ApiProperty({ description: 'Number of spaces on the site.' })
  siteSpaces: number;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ enum: ['excluded', 'included'] })
  agentsContext: 'included';

  @ApiProperty({ type: [SiteFeatureResource] })
  features: SiteFeatureResource[];

  @ApiProperty({ type: SiteUrlsResource })
  urls: SiteUrlsResource;
}

export class SiteSpaceUrlsResource {
  @ApiPropertyOptional({
    format: 'uri',
    description: 'Where readers find it; only while the site is published.',
  })
  published?: string;
}

@ApiSchema({ name: 'SiteSpace' })
export class SiteSpaceResource {
  @ApiProperty({ enum: ['site-space'] })
  object: 'site-space';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: "First segment of the addresses of the space's pages." })
  path: string;

  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;

  @ApiProperty()
  title: string;

  @ApiProperty({ description: 'Whether readers see it first.' })
  default: boolean;

  @ApiProperty({ type: SiteSpaceUrlsResource })
  urls: SiteSpaceUrlsResource;
}
