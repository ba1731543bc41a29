import { TextField } from '#platform/http/fields.js';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ChangeRequestParams } from '../change-request.dto.js';

export class ViewedPageParams extends ChangeRequestParams {
  @TextField({ description: 'Id of the page' })
  pageId: string;
}

@ApiSchema({ name: 'ChangeRequestViewedPage' })
export class ViewedPageResource {
  @ApiProperty({ description: 'Id of the page' })
  page: string;

  @ApiProperty({ format: 'date-time' })
  viewedAt: string;
}

@ApiSchema({ name: 'ChangeRequestViewedPages' })
export class ViewedPagesResource {
  @ApiProperty({ type: [ViewedPageResource] })
  items: ViewedPageResource[];
}
