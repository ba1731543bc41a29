import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { BooleanField, JsonField, ObjectField, TextField, UrlField } from '#platform/http/fields.js';

const MAX_JWT = 8192;
const REDIRECT =
  'True to send a visitor whose token is not valid to the sign-in of visitors; else the answer is 401.';

@ApiSchema({ name: 'SiteVisitorPayload' })
export class VisitorBody {
  @TextField({ optional: true, max: MAX_JWT, description: "JWT signed with the site's private key." })
  jwtToken?: string;

  /** Sites say in their schema what visitors claim; conditions read no other member. */
  @JsonField({ optional: true, description: 'Unsigned claims of the visitor.' })
  unsignedClaims?: Record<string, unknown>;
}

export class LookupBody {
  @UrlField({
    description: 'Address that a reader asked for, or the beginning of one.',
    example: 'https://docs.example.com/start',
  })
  url: string;

  @BooleanField({ optional: true, default: false, description: REDIRECT })
  redirectOnError?: boolean;

  @ObjectField(() => VisitorBody, { optional: true })
  visitor?: VisitorBody;
}

export class LookupQuery {
  @UrlField({ description: 'Address that a reader asked for, or the beginning of one.' })
  url: string;

  @TextField({ optional: true, max: MAX_JWT, description: "JWT signed with the site's private key." })
  visitorAuthToken?: string;

  @BooleanField({ optional: true, default: false, description: REDIRECT })
  redirectOnError?: boolean;
}

@ApiSchema({ name: 'PublishedSiteContent' })
export class PublishedSiteContentResource {
  @ApiProperty()
  organization: string;

  @ApiProperty()
  site: string;

  @ApiPropertyOptional()
  siteSection?: string;

  @ApiProperty()
  siteSpace: string;

  @ApiProperty()
  space: string;

  @ApiPropertyOptional({ description: 'Id of the change request that is looked at.' })
  changeRequest?: string;

  @ApiPropertyOptional({ description: 'Id of the revision that is looked at.' })
  revision?: string;

  @ApiProperty({ description: 'Path of the page in the space.' })
  pathname: string;

  @ApiProperty({ description: 'Path of the space in the address, with slashes around.' })
  basePath: string;

  @ApiProperty({ description: 'Path of the site in the address, with slashes around.' })
  siteBasePath: string;

  @ApiProperty({ description: 'Reads the content of the site, as this visitor sees it.' })
  apiToken: string;

  @ApiPropertyOptional({ description: 'Secret of the share link in the address.' })
  shareKey?: string;

  @ApiProperty({ description: 'True if every longer address is in the same space.' })
  complete: boolean;

  @ApiPropertyOptional({ description: 'Changes with what a signed-in visitor sees.' })
  contextId?: string;

  @ApiProperty({ format: 'uri', description: 'The one address of what was asked for.' })
  canonicalUrl: string;
}

@ApiSchema({ name: 'PublishedSiteRedirect' })
export class LookupRedirectResource {
  @ApiProperty({
    enum: ['content', 'external', 'application'],
    description:
      'content: another address of the same; external: where visitors sign in; application: where members look at a preview.',
  })
  target: 'content' | 'external' | 'application';

  @ApiProperty({ format: 'uri' })
  redirect: string;

  @ApiPropertyOptional({ description: 'Id of the site that sends visitors away.' })
  site?: string;
}

export type LookupResource = PublishedSiteContentResource | LookupRedirectResource;
