import { ApiExtraModels, ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { SearchSectionResource } from '#modules/search/index.js';
import { SiteRedirectResource, SiteResource, SiteStructureResource } from '#modules/sites/index.js';
import { EnumField, FREE_OBJECT, ObjectField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

export class ShareKeyQuery {
  @TextField({ optional: true, max: 100, description: 'Secret of a share link, for addresses that hold it.' })
  shareKey?: string;
}

/** The path that a reader asked for and that has no page. */
export class RedirectQuery extends ShareKeyQuery {
  @TextField({
    max: 512,
    pattern: /^\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+(?:\/(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+)*$/,
    patternMeaning: 'a path below the root of the site such as /old/page',
    description: 'Path below the root of the site, percent-encoded.',
  })
  source: string;
}

export class PublishedCustomizationsResource {
  @ApiProperty({ type: 'object', additionalProperties: true, description: "The site's settings." })
  site: object;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: true },
    description: 'Settings of each site space by its id, complete.',
  })
  siteSpaces: Record<string, object>;
}

@ApiSchema({ name: 'SiteIntegrationScript' })
export class SiteScriptResource {
  @ApiProperty({ format: 'uri' })
  script: string;

  @ApiPropertyOptional()
  contentSecurityPolicy?: string;

  @ApiProperty()
  cookies: boolean;
}

@ApiSchema({ name: 'PublishedContentSite' })
@ApiExtraModels(SiteResource, SiteStructureResource)
export class PublishedSiteResource {
  @ApiProperty({ enum: ['published-content-site'] })
  object: 'published-content-site';

  @ApiProperty({ type: SiteResource })
  site: SiteResource;

  @ApiProperty({ type: SiteStructureResource, description: 'Part of the structure that the reader may see.' })
  structure: SiteStructureResource;

  @ApiProperty({ type: PublishedCustomizationsResource })
  customizations: PublishedCustomizationsResource;

  @ApiProperty({ type: [SiteScriptResource], description: 'Scripts of integrations.' })
  scripts: SiteScriptResource[];
}

class SearchScopeBody {
  /** `current` is the older name of `default`. */
  @EnumField(['default', 'specific', 'all', 'current'])
  mode: 'default' | 'specific' | 'all' | 'current';

  @TextField({ optional: true })
  currentSiteSpace?: string;

  @TextField({ optional: true, array: true })
  siteSpaceIds?: string[];

  @EnumField(['currentSiteSpace', 'otherSiteSpaces'], { optional: true })
  restrictTo?: 'currentSiteSpace' | 'otherSiteSpaces';
}

/** Scope of a search: `scope`, or one of its older forms. */
export class SiteSearchBody {
  @TextField({
    max: 512,
    description: 'Words, or a phrase between double quotes.',
    example: 'change request',
  })
  query: string;

  @ObjectField(() => SearchScopeBody, {
    optional: true,
    schema: FREE_OBJECT,
    description:
      '{mode: "default", currentSiteSpace?}: the site space and what the other sections show first, of which `restrictTo` (`currentSiteSpace` or `otherSiteSpaces`) leaves a part; {mode: "specific", siteSpaceIds}; {mode: "all"}.',
  })
  scope?: SearchScopeBody;

  @EnumField(['all', 'current', 'specific'], { optional: true, description: 'Use scope instead.' })
  mode?: 'all' | 'current' | 'specific';

  @TextField({ optional: true, description: 'Site space that `current` means.' })
  siteSpaceId?: string;

  @TextField({ optional: true, array: { max: 100 }, description: 'Site spaces that `specific` means.' })
  siteSpaceIds?: string[];
}

export class SiteSearchQuery extends PageQuery {}

export class SiteHitAncestorResource {
  @ApiProperty()
  title: string;
}

export class SiteHitUrlsResource {
  @ApiProperty({ format: 'uri', description: 'Address for the reader.' })
  app: string;
}

export class SiteHitResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional()
  description?: string;

  @ApiProperty({ description: 'Path of the page in its space.' })
  path: string;

  @ApiProperty({ description: 'From 1 for the best hit downwards.' })
  score: number;

  @ApiProperty({
    description: 'Place among all hits of the search, on whichever page of the list; 1 is the best.',
  })
  rank: number;

  @ApiProperty({ type: [SiteHitAncestorResource] })
  ancestors: SiteHitAncestorResource[];

  @ApiProperty({ type: [SearchSectionResource] })
  sections: SearchSectionResource[];

  @ApiProperty({ type: SiteHitUrlsResource })
  urls: SiteHitUrlsResource;
}

export class SiteHitsResource {
  @ApiProperty({ enum: ['space'] })
  type: 'space';

  @ApiProperty({ description: 'Id of the space.' })
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  score: number;

  @ApiProperty({ type: [SiteHitResource] })
  pages: SiteHitResource[];
}

export class SiteSearchNextResource {
  @ApiProperty({ description: 'Pass it as the page parameter to get the next page.' })
  page: string;
}

export class SiteSearchResource {
  @ApiProperty({ type: [SiteHitsResource], description: 'The space with the best hit first.' })
  items: SiteHitsResource[];

  @ApiProperty({ description: 'Number of pages of the site that have the words.' })
  count: number;

  @ApiPropertyOptional({ type: SiteSearchNextResource })
  next?: SiteSearchNextResource;
}

export class FoundRedirectResource {
  @ApiProperty({ type: SiteRedirectResource })
  redirect: SiteRedirectResource;

  @ApiProperty({ format: 'uri', description: 'Address that the reader is sent to.' })
  target: string;
}
