import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { NumberField, TextField } from '#platform/http/fields.js';
import { ContentQuery } from '../reading/content-queries.dto.js';

const openObject = { type: 'object', additionalProperties: true } as const;

export class ChangesQuery extends ContentQuery {
  @NumberField({
    optional: true,
    min: 0,
    max: 1000,
    integer: true,
    default: 10,
    description: 'Number of changes in the answer.',
  })
  limit?: number;
}

export class CompareQuery {
  @TextField({
    optional: true,
    max: 64,
    description: 'The revision to compare with; the one it was made on when absent.',
  })
  from?: string;
}

export class RevisionChangesQuery extends ChangesQuery {
  @TextField({
    optional: true,
    max: 64,
    description: 'The revision to compare with; the one it was made on when absent.',
  })
  from?: string;
}

@ApiSchema({ name: 'RevisionSemanticChanges' })
export class SemanticChangesResource {
  @ApiPropertyOptional({ ...openObject, description: 'The change request, of a revision of type merge.' })
  mergedFrom?: object;
  @ApiProperty({ type: 'array', items: openObject })
  changes: object[];
  @ApiPropertyOptional({ description: 'Number of changes that the limit left out.' })
  more?: number;
}

export class ChangedPageReference {
  @ApiProperty()
  id: string;
  @ApiProperty()
  type: string;
  @ApiProperty()
  title: string;
  @ApiProperty()
  path: string;
}

@ApiSchema({ name: 'DocumentChange' })
export class DocumentChangeResource {
  @ApiPropertyOptional({ description: 'Id of the document; absent if the page had no text.' })
  before?: string;
  @ApiPropertyOptional({ description: 'Id of the document; absent if the page has no text.' })
  after?: string;
}

@ApiSchema({ name: 'BlockChange' })
export class BlockChangeResource {
  @ApiProperty({ enum: ['block_created', 'block_edited', 'block_deleted', 'block_moved'] })
  type: string;
  @ApiPropertyOptional({ description: 'Key of the block.' })
  block?: string;
  @ApiPropertyOptional({ description: 'Key of the block around it; absent at the top.' })
  parent?: string;
  @ApiPropertyOptional({ ...openObject, description: 'The block as it was.' })
  before?: object;
  @ApiPropertyOptional({ ...openObject, description: 'The block as it is.' })
  after?: object;
}

/** A separate resource, because the contract compares documents only by their ids. */
@ApiSchema({ name: 'PageDifferences' })
export class PageDifferencesResource {
  @ApiProperty({ type: ChangedPageReference })
  page: ChangedPageReference;
  @ApiProperty({ type: DocumentChangeResource })
  document: DocumentChangeResource;
  @ApiProperty({ type: [BlockChangeResource] })
  blocks: BlockChangeResource[];
}
