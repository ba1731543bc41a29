import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { JsonField } from '#platform/http/fields.js';

const JSON_SCHEMA =
  'JSON Schema (draft-07) of what visitors may claim to be: an object of booleans, numbers, texts, lists and objects, each with ' +
  'a description; those that nobody signs are in `unsigned`.';

export class UpdateAdaptiveSchemaBody {
  /** Checked by a schema of schemas, which refuses members that a DTO class would drop. */
  @JsonField({
    description: JSON_SCHEMA,
    example: {
      type: 'object',
      properties: { isBeta: { type: 'boolean', description: 'True if the visitor tries new features.' } },
      additionalProperties: false,
    },
  })
  jsonSchema: Record<string, unknown>;
}

@ApiSchema({ name: 'SiteAdaptiveSchema' })
export class AdaptiveSchemaResource {
  @ApiProperty({ enum: ['site-adaptive-schema'] })
  object: 'site-adaptive-schema';

  @ApiProperty({ type: Object, description: JSON_SCHEMA })
  jsonSchema: object;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

@ApiSchema({ name: 'SiteAdaptiveTemplateCondition' })
export class TemplateConditionResource {
  @ApiProperty({ description: 'Whom the condition is true for.' })
  description: string;

  @ApiProperty({ description: 'The condition, ready to be used.' })
  condition: string;
}

export class TemplateConditionsResource {
  @ApiProperty({ type: [TemplateConditionResource] })
  items: TemplateConditionResource[];
}
