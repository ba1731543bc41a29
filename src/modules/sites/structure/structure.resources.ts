import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { SpaceResource } from '#modules/spaces/index.js';

export class PublishedUrlsResource {
  @ApiPropertyOptional({
    format: 'uri',
    description: 'Address for readers; only while the site is published and shows it.',
  })
  published?: string;
}

@ApiSchema({ name: 'SiteSpace' })
export class SiteSpaceResource {
  @ApiProperty({ enum: ['site-space'] })
  object: 'site-space';

  @ApiProperty()
  id: string;

  @ApiProperty({
    minLength: 1,
    maxLength: 100,
    description: "Segment of the addresses of the space's pages.",
  })
  path: string;

  @ApiPropertyOptional({ description: 'Id of the section it is in; none on a site without sections.' })
  section?: string;

  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;

  @ApiProperty()
  title: string;

  @ApiProperty({
    description: 'True if readers of its section, or of a site without sections, get it first.',
  })
  default: boolean;

  @ApiProperty({ description: 'Always false: what is on a site is shown to its readers.' })
  draft: false;

  @ApiPropertyOptional({ maxLength: 1024, description: 'Expression on the visitor; only they see it.' })
  condition?: string;

  @ApiProperty({ description: 'Always true: every space can look different from its site.' })
  hasAdvancedCustomizationFeature: boolean;

  @ApiProperty({ type: PublishedUrlsResource })
  urls: PublishedUrlsResource;
}

@ApiSchema({ name: 'SiteSection' })
export class SiteSectionResource {
  @ApiProperty({ enum: ['site-section'] })
  object: 'site-section';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiPropertyOptional({ maxLength: 256 })
  description?: string;

  @ApiProperty({ description: 'True if it is at the root of the site.' })
  default: boolean;

  @ApiProperty({ description: 'Always false: what is on a site is shown to its readers.' })
  draft: false;

  @ApiProperty({ minLength: 1, maxLength: 100, description: 'First segment of the addresses of its pages.' })
  path: string;

  @ApiPropertyOptional({ maxLength: 1024, description: 'Expression on the visitor; only they see it.' })
  condition?: string;

  @ApiPropertyOptional({ description: 'Id of the group it is in.' })
  sectionGroup?: string;

  @ApiProperty({ type: [SiteSpaceResource], description: 'Its spaces that you may see.' })
  siteSpaces: SiteSpaceResource[];

  @ApiPropertyOptional({ maxLength: 50 })
  icon?: string;

  @ApiProperty({ type: PublishedUrlsResource })
  urls: PublishedUrlsResource;
}

@ApiSchema({ name: 'SiteExternalLink' })
export class SiteExternalLinkResource {
  @ApiProperty({ enum: ['site-external-link'] })
  object: 'site-external-link';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 2, maxLength: 128 })
  title: string;

  @ApiPropertyOptional({ maxLength: 256 })
  description?: string;

  @ApiPropertyOptional({ maxLength: 50 })
  icon?: string;

  @ApiProperty({ format: 'uri' })
  url: string;

  @ApiPropertyOptional({ description: 'Id of the group it is in.' })
  sectionGroup?: string;

  @ApiProperty({ description: 'True if it is hidden from readers.' })
  draft: boolean;

  @ApiPropertyOptional({ maxLength: 1024, description: 'Expression on the visitor; only they see it.' })
  condition?: string;
}

@ApiSchema({ name: 'SiteSectionGroup' })
@ApiExtraModels(SiteSectionResource, SiteExternalLinkResource)
export class SiteSectionGroupResource {
  @ApiProperty({ enum: ['site-section-group'] })
  object: 'site-section-group';

  @ApiProperty()
  id: string;

  @ApiProperty({ minLength: 1, maxLength: 100 })
  title: string;

  @ApiPropertyOptional({ description: 'Id of the group it is in.' })
  sectionGroup?: string;

  @ApiPropertyOptional({ maxLength: 50 })
  icon?: string;

  @ApiProperty({
    type: [SiteSectionResource],
    deprecated: true,
    description: 'The sections among `children`.',
  })
  sections: SiteSectionResource[];

  @ApiProperty({
    type: 'array',
    items: {
      oneOf: [
        { $ref: getSchemaPath(SiteSectionResource) },
        { $ref: '#/components/schemas/SiteSectionGroup' },
        { $ref: getSchemaPath(SiteExternalLinkResource) },
      ],
    },
    description: 'Sections, groups and links in it, in order.',
  })
  children: NavigationResource[];
}

export type NavigationResource = SiteSectionResource | SiteSectionGroupResource | SiteExternalLinkResource;
export type StructureItemResource = SiteSpaceResource | NavigationResource;

@ApiSchema({ name: 'SiteStructure' })
@ApiExtraModels(SiteSpaceResource, SiteSectionResource, SiteSectionGroupResource, SiteExternalLinkResource)
export class SiteStructureResource {
  @ApiProperty({ enum: ['sections', 'siteSpaces'], description: 'Kind of the items in `structure`.' })
  type: 'sections' | 'siteSpaces';

  @ApiProperty({
    type: 'array',
    items: {
      oneOf: [
        { $ref: getSchemaPath(SiteSpaceResource) },
        { $ref: getSchemaPath(SiteSectionResource) },
        { $ref: getSchemaPath(SiteSectionGroupResource) },
        { $ref: getSchemaPath(SiteExternalLinkResource) },
      ],
    },
    description: 'Sections, groups and links in order; the spaces of a site without sections.',
  })
  structure: StructureItemResource[];
}
