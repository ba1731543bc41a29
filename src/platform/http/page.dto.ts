import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiOkResponse,
  ApiProperty,
  ApiPropertyOptional,
  getSchemaPath,
  ApiExtraModels,
} from '@nestjs/swagger';
import { NumberField, TextField } from './fields.js';

/** Query of every list. */
export class PageQuery {
  @TextField({ optional: true, max: 4096, description: 'The value of next.page of the answer before.' })
  page?: string;

  @NumberField({
    optional: true,
    min: 0,
    max: 1000,
    description: 'Number of items in the answer; 100 when left out.',
  })
  limit?: number;
}

export class NextPageResource {
  @ApiProperty({ description: 'Pass it as the page parameter to get the next page.' })
  page: string;
}

/** The members all lists share; `items` is declared per operation by `@ApiPage`. */
export class PageResource {
  @ApiPropertyOptional({ type: NextPageResource })
  next?: NextPageResource;

  @ApiProperty({ description: 'Number of all matches, on this and other pages.' })
  count: number;
}

/** Declares the list envelope with items of `resource` in the OpenAPI document. */
export function ApiPage(resource: Type<unknown>, description = 'A page of the list.'): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(PageResource, resource),
    ApiOkResponse({
      description,
      schema: {
        allOf: [
          { $ref: getSchemaPath(PageResource) },
          {
            type: 'object',
            required: ['items'],
            properties: { items: { type: 'array', items: { $ref: getSchemaPath(resource) } } },
          },
        ],
      },
    }),
  );
}
