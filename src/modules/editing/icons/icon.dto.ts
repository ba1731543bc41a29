import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { NumberField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

export class IconsQuery extends PageQuery {
  @TextField({ optional: true, max: 100, description: 'Words of the name, or the beginnings of words.' })
  query?: string;

  @TextField({
    optional: true,
    max: 3000,
    description: 'Names, former ones included, with commas between: the answer has these icons only.',
  })
  names?: string;

  @NumberField({
    optional: true,
    integer: true,
    min: 1,
    max: 200,
    description: 'Number of icons in the answer.',
  })
  declare limit?: number;
}

@ApiSchema({ name: 'Icon' })
export class IconResource {
  @ApiProperty({ enum: ['icon'] })
  object: 'icon';

  @ApiProperty({ description: 'The name, as pages and documents have it.' })
  name: string;

  @ApiProperty({ type: [String], description: 'Former names, which show the same icon.' })
  aliases: string[];

  @ApiProperty({ enum: ['solid', 'regular', 'brands'], isArray: true })
  styles: string[];

  @ApiProperty({ description: 'The icon as pages show it: an SVG element in the colour of the text.' })
  svg: string;
}
