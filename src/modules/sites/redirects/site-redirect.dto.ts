import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  ObjectField,
  TextField,
  UnionField,
  UrlField,
} from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { SiteParams } from '../site/site.dto.js';
import { REDIRECT_SOURCE } from './redirect-source.js';
import { REDIRECT_ORDERS, type RedirectOrder } from './site-redirects.repository.js';

const SOURCE = {
  example: '/old/*',
  max: 512,
  pattern: REDIRECT_SOURCE,
  patternMeaning:
    'a path with a leading slash, percent-encoded, that may end with an asterisk, as in "/old/*"',
};

export class SiteRedirectParams extends SiteParams {
  @TextField({ description: 'Id of the redirect.' })
  siteRedirectId: string;
}

export class ListSiteRedirectsQuery extends PageQuery {
  @TextField({
    optional: true,
    max: 512,
    description: 'Only redirects whose source contains this, whatever the case.',
  })
  search?: string;

  @BooleanField({
    optional: true,
    default: false,
    description: 'Only drafts (true) or only redirects in effect (false).',
  })
  draft?: boolean;

  @EnumField(REDIRECT_ORDERS, {
    optional: true,
    default: 'createdAt',
    description: 'The newest first, the latest changed first, or by source.',
  })
  orderBy?: RedirectOrder;
}

export class SectionDestinationBody {
  @EnumField(['site-section'])
  kind: 'site-section';

  @TextField({ description: 'Id of the section.' })
  siteSectionId: string;
}

export class SiteSpaceDestinationBody {
  @EnumField(['site-space'])
  kind: 'site-space';

  @TextField({ description: 'Id of the site space.' })
  siteSpaceId: string;
}

export class PageDestinationBody {
  @EnumField(['site-page'])
  kind: 'site-page';

  @TextField({ description: 'Id of the site space that shows the page.' })
  siteSpaceId: string;

  @TextField({ description: 'Id of the page.' })
  pageId: string;
}

export class ExternalDestinationBody {
  @EnumField(['external'])
  kind: 'external';

  @UrlField({ description: 'Any address.' })
  url: string;
}

export class PathDestinationBody {
  @EnumField(['path'])
  kind: 'path';

  @TextField({ description: 'Id of a space that the site shows.' })
  spaceId: string;

  @TextField({ max: 2048, description: 'Path of a page in it; the redirect then follows that page.' })
  path: string;
}

const DESTINATIONS = {
  'site-section': () => SectionDestinationBody,
  'site-space': () => SiteSpaceDestinationBody,
  'site-page': () => PageDestinationBody,
  external: () => ExternalDestinationBody,
  path: () => PathDestinationBody,
};

export type RedirectDestinationBody =
  | SectionDestinationBody
  | SiteSpaceDestinationBody
  | PageDestinationBody
  | ExternalDestinationBody
  | PathDestinationBody;

const DESTINATION = { kind: 'external', url: 'https://example.com/new' };

export class CreateSiteRedirectBody {
  @TextField({
    ...SOURCE,
    description: 'Path below the root of the site; with an asterisk at its end all that begin so.',
  })
  source: string;

  @UnionField('kind', DESTINATIONS, { description: 'Destination.', example: DESTINATION })
  destination: RedirectDestinationBody;

  @BooleanField({ optional: true, default: false, description: 'Keeps what the asterisk stands for.' })
  captureWildcard?: boolean;

  @BooleanField({ optional: true, default: false, description: 'Prepares it, without effect.' })
  draft?: boolean;

  @BooleanField({
    optional: true,
    default: false,
    description: 'Lets browsers remember it: status 308 in place of 307.',
  })
  permanent?: boolean;
}

export class UpdateSiteRedirectBody {
  @TextField({ ...SOURCE, optional: true, description: 'As when it is created.' })
  source?: string;

  @UnionField('kind', DESTINATIONS, { optional: true, description: 'Destination.' })
  destination?: RedirectDestinationBody;

  @BooleanField({ optional: true, description: 'Keeps what the asterisk stands for.' })
  captureWildcard?: boolean;

  @BooleanField({ optional: true, description: 'False puts a draft into effect.' })
  draft?: boolean;

  @BooleanField({ optional: true, description: 'Lets browsers remember it.' })
  permanent?: boolean;
}

export class BulkRedirectBody {
  @TextField(SOURCE)
  source: string;

  @EnumField(['live', 'draft', 'publish'], { optional: true })
  intent?: 'live' | 'draft' | 'publish';

  @UnionField('kind', DESTINATIONS, { optional: true, nullable: true, example: DESTINATION })
  destination?: RedirectDestinationBody | null;

  @BooleanField({ optional: true })
  captureWildcard?: boolean;

  @BooleanField({ optional: true })
  permanent?: boolean;
}

export class BulkSiteRedirectsBody {
  @ObjectField(() => BulkRedirectBody, {
    array: { min: 1, max: 500 },
    description:
      'With `intent` "publish", the draft of a source takes effect. With "live" (the default) or "draft", the redirect is made or changed to lead to `destination`, and deleted where that is null.',
  })
  redirects: BulkRedirectBody[];
}

@ApiSchema({ name: 'SiteRedirect' })
export class SiteRedirectResource {
  @ApiProperty({ enum: ['site-redirect'] })
  object: 'site-redirect';

  @ApiProperty()
  id: string;

  @ApiProperty()
  source: string;

  @ApiProperty({
    oneOf: [
      SectionDestinationBody,
      SiteSpaceDestinationBody,
      PageDestinationBody,
      ExternalDestinationBody,
    ].map((type) => ({ $ref: getSchemaPath(type) })),
  })
  destination: Exclude<RedirectDestinationBody, PathDestinationBody>;

  @ApiProperty({ description: 'Without effect.' })
  draft: boolean;

  @ApiProperty({ description: 'Keeps what the asterisk stands for.' })
  captureWildcard: boolean;

  @ApiProperty({ description: 'Browsers may remember it.' })
  permanent: boolean;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Absent when it was never changed.' })
  updatedAt?: string;
}

export class BulkRedirectResultResource {
  @ApiProperty({ enum: ['created', 'updated', 'deleted', 'published', 'error'] })
  status: 'created' | 'updated' | 'deleted' | 'published' | 'error';

  @ApiProperty()
  source: string;

  @ApiProperty()
  draft: boolean;

  @ApiPropertyOptional()
  id?: string;

  @ApiPropertyOptional({ description: 'Why nothing was done, as a sentence.' })
  error?: string;
}

export class BulkRedirectsResource {
  @ApiProperty({ type: [BulkRedirectResultResource] })
  results: BulkRedirectResultResource[];
}
