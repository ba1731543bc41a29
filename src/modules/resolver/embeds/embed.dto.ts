import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { UrlField } from '#platform/http/fields.js';

export class EmbedQuery {
  @UrlField({ description: 'Address of what is to be shown.' })
  url: string;
}

@ApiSchema({ name: 'Embed' })
export class EmbedResource {
  @ApiProperty({
    enum: ['link', 'rich'],
    description: 'rich: `html` shows it; link: there is only its address.',
  })
  type: 'link' | 'rich';

  @ApiProperty()
  title: string;

  @ApiProperty({ description: 'Name of the other site.' })
  site: string;

  @ApiPropertyOptional({ description: 'A frame that shows it, to be set into a page.' })
  html?: string;
}
