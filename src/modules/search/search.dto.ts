import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NumberField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { DEFAULT_HITS } from './search.service.js';

export class SearchQuery extends PageQuery {
  @TextField({ min: 1, max: 512, description: 'Words, or a phrase between double quotes.' })
  query: string;

  @NumberField({
    optional: true,
    min: 0,
    max: 1000,
    description: `Number of items in the answer; ${DEFAULT_HITS} when left out.`,
  })
  declare limit?: number;
}

export class SearchUrlsResource {
  @ApiProperty({ format: 'uri' })
  app: string;
}

export class SearchAncestorResource {
  @ApiProperty()
  title: string;
}

@ApiSchema({ name: 'SearchSectionResult' })
export class SearchSectionResource {
  @ApiProperty({
    description: 'Anchor in the page; for what stands before the first heading, the id of the page.',
  })
  id: string;

  @ApiProperty({ description: 'The heading.' })
  title: string;

  @ApiProperty()
  path: string;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    description: 'Relevance: 1 for the best, less for all others.',
  })
  score: number;

  @ApiProperty({ description: 'The lines around the words that were found, as plain text.' })
  body: string;

  @ApiProperty()
  urls: SearchUrlsResource;
}

@ApiSchema({ name: 'SearchPageResult' })
export class SearchHitResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  path: string;

  @ApiProperty({
    type: [SearchSectionResource],
    description: 'Sections of the page that have the words, best first.',
  })
  sections: SearchSectionResource[];

  @ApiProperty({ type: [SearchAncestorResource], description: 'The pages above, from the top down.' })
  ancestors: SearchAncestorResource[];

  @ApiProperty()
  urls: SearchUrlsResource;
}

@ApiSchema({ name: 'SearchSpaceResult' })
export class SearchSpaceResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: [SearchHitResource], description: 'The best pages of the space.' })
  pages: SearchHitResource[];
}
