import { ApiProperty } from '@nestjs/swagger';
import { SpaceResource } from '#modules/spaces/index.js';
import { ContentUpdateResource } from './content-changes.dto.js';

/** A batch applied to a live space, as both answers of the operation need it. */
export interface SpaceUpdate {
  space: SpaceResource;
  changes: ContentUpdateResource;
}

/** What became of a batch, with the space it was applied to. */
export class SpaceUpdateResource extends ContentUpdateResource {
  @ApiProperty({ type: SpaceResource })
  space: SpaceResource;
}
