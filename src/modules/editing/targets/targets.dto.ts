import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

export class ReadersQuery extends PageQuery {
  @TextField({ optional: true, max: 255, description: 'Part of the name or of the mail address.' })
  search?: string;
}

export class OtherContentsQuery extends PageQuery {
  @TextField({ optional: true, max: 255, description: 'Part of the title.' })
  search?: string;
}

@ApiSchema({ name: 'SpaceOfReusableContent' })
class SpaceOfContentResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;
}

@ApiSchema({ name: 'OtherReusableContent' })
export class OtherContentResource {
  @ApiProperty({ enum: ['reusable-content'] })
  object: 'reusable-content';

  @ApiProperty({ description: 'Unique within its space.' })
  id: string;

  @ApiProperty()
  title: string;

  @ApiProperty({ type: SpaceOfContentResource, description: 'The space that has it.' })
  space: SpaceOfContentResource;
}
