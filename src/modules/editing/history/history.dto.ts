import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { ChangedPageReference, RevisionSummaryResource } from '#modules/space-content/index.js';
import { UserResource } from '#modules/users/index.js';
import { NumberField, TextField } from '#platform/http/fields.js';
import { NextPageResource } from '#platform/http/page.dto.js';

export class HistoryQuery {
  @TextField({ optional: true, max: 4096, description: 'The value of next.page of the answer before.' })
  page?: string;

  @NumberField({
    optional: true,
    integer: true,
    min: 1,
    max: 100,
    description: 'Number of revisions to compare at a time; 50 when left out.',
  })
  limit?: number;
}

const NEXT = { type: NextPageResource, description: 'There is more, even if this part is empty.' };

export class PageRevisionResource {
  @ApiProperty({ enum: ['created', 'edited', 'deleted'] })
  change: 'created' | 'edited' | 'deleted';

  @ApiProperty({ type: RevisionSummaryResource })
  revision: RevisionSummaryResource;

  @ApiPropertyOptional({ type: UserResource, description: 'The author of the revision.' })
  user?: UserResource;
}

@ApiSchema({ name: 'PageHistory' })
export class PageHistoryResource {
  @ApiProperty({ type: [PageRevisionResource], description: 'Newest first.' })
  items: PageRevisionResource[];

  @ApiPropertyOptional(NEXT)
  next?: NextPageResource;
}

export class DeletedPageResource {
  @ApiProperty({ type: ChangedPageReference })
  page: ChangedPageReference;

  @ApiProperty({ description: 'Number of subpages that went with it, and come back with it.' })
  subpages: number;

  @ApiProperty({ description: 'The last revision that has the page: revert_page takes it from there.' })
  lastRevision: string;

  @ApiProperty({ type: RevisionSummaryResource, description: 'The revision that deleted it.' })
  revision: RevisionSummaryResource;

  @ApiPropertyOptional({ type: UserResource, description: 'The author of the revision.' })
  user?: UserResource;
}

@ApiSchema({ name: 'DeletedPages' })
export class DeletedPagesResource {
  @ApiProperty({ type: [DeletedPageResource], description: 'The latest first.' })
  items: DeletedPageResource[];

  @ApiPropertyOptional(NEXT)
  next?: NextPageResource;
}
