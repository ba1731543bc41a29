import { ApiProperty } from '@nestjs/swagger';
import { SpaceResource } from '#modules/spaces/index.js';
import { ContentUpdateResource } from './content-changes.dto.js';

/** The outcome of a batch, with the space it was applied to. */
export class SpaceUpdateResource extends ContentUpdateResource {
  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;
}
