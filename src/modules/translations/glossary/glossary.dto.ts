import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { LANGUAGES } from '#modules/spaces/index.js';
import { EnumField, MapField, TextField, UnionField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

/** Terms by language. */
export type Terms = Readonly<Record<string, string>>;

const MAX_OPERATIONS = 1000;
const MAX_TERM_LENGTH = 255;

const TERMS = {
  name: EnumField(LANGUAGES),
  value: TextField({
    max: MAX_TERM_LENGTH,
    pattern: /^[^\n\r]*\S[^\n\r]*$/,
    patternMeaning: 'a text in one line that is not blank',
  }),
  min: 1,
  max: LANGUAGES.length,
  description: 'Terms by language',
  example: { en: 'change request', fr: 'demande de modification' },
  schema: {
    type: 'object',
    additionalProperties: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_TERM_LENGTH,
      pattern: '^[^\\n\\r]*$',
    },
  },
};

export class GlossaryEntryParams extends OrganizationParams {
  @TextField({ max: 64, description: 'Id of the entry' })
  glossaryEntryId: string;
}

export class ListGlossaryQuery extends PageQuery {
  @TextField({ optional: true, max: 255, description: 'Only entries with this in one of their terms' })
  search?: string;
}

export class InsertGlossaryEntryBody {
  @EnumField(['insert'])
  type: 'insert';

  @MapField(TERMS)
  translations: Terms;
}

export class UpdateGlossaryEntryBody {
  @EnumField(['update'])
  type: 'update';

  @TextField({ min: 1, max: 64 })
  id: string;

  @MapField({ ...TERMS, description: 'Terms by language, in place of all that it has' })
  translations: Terms;
}

export class DeleteGlossaryEntryBody {
  @EnumField(['delete'])
  type: 'delete';

  @TextField({ min: 1, max: 64, description: 'One that is not there is deleted already' })
  id: string;
}

export class UpdateGlossaryBody {
  @UnionField(
    'type',
    {
      insert: () => InsertGlossaryEntryBody,
      update: () => UpdateGlossaryEntryBody,
      delete: () => DeleteGlossaryEntryBody,
    },
    {
      array: { max: MAX_OPERATIONS },
      description: 'One after the other; where one cannot be done, none is.',
    },
  )
  operations: (InsertGlossaryEntryBody | UpdateGlossaryEntryBody | DeleteGlossaryEntryBody)[];
}

export class GlossaryEntryUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
}

@ApiSchema({ name: 'GlossaryEntry' })
export class GlossaryEntryResource {
  @ApiProperty({ enum: ['glossary-entry'] })
  object: 'glossary-entry';

  @ApiProperty()
  id: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Terms by language',
  })
  translations: Terms;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ format: 'date-time' })
  updatedAt: string;

  @ApiProperty({ type: GlossaryEntryUrls })
  urls: GlossaryEntryUrls;
}
