import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { JsonArrayField } from '#platform/http/fields.js';
import { EXAMPLE_BLOCK } from '../example-block.js';

export const MAX_DRAWN_BLOCKS = 20;

export class DrawBlocksBody {
  /** Checked by the module of documents. */
  @JsonArrayField({
    min: 1,
    max: MAX_DRAWN_BLOCKS,
    description: 'Blocks as they stand in a document.',
    example: [EXAMPLE_BLOCK],
  })
  blocks: Record<string, unknown>[];
}

export class DrawnNeedsResource {
  @ApiPropertyOptional({
    description: 'True if it has frames of other sites, which load when the reader asks.',
  })
  frames?: boolean;

  @ApiPropertyOptional({ description: 'True if it has diagrams, which a script draws.' })
  diagrams?: boolean;

  @ApiPropertyOptional({
    type: [String],
    description: 'Origins of APIs to which the reader may send requests.',
  })
  servers?: readonly string[];

  @ApiPropertyOptional({ type: [String], description: 'Origins of frames that load at once.' })
  origins?: readonly string[];
}

@ApiSchema({ name: 'DrawnBlock' })
export class DrawnBlockResource {
  @ApiProperty({ description: 'The block as readers see it; empty if a condition hides it.' })
  html: string;

  @ApiPropertyOptional({ type: DrawnNeedsResource, description: 'Allowances of the policy of its page.' })
  needs?: DrawnNeedsResource;

  @ApiPropertyOptional({
    description: 'Seconds for which it may be kept; until the content changes if absent.',
  })
  seconds?: number;
}

@ApiSchema({ name: 'DrawnBlocks' })
export class DrawnBlocksResource {
  @ApiProperty({ enum: ['drawn-blocks'] })
  object: 'drawn-blocks';

  @ApiProperty({ type: [DrawnBlockResource], description: 'In the order of the blocks.' })
  blocks: DrawnBlockResource[];
}
