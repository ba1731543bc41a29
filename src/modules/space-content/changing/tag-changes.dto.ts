import { ApiProperty } from '@nestjs/swagger';
import { COLORS } from '#modules/documents/index.js';
import { EnumField, TextField } from '#platform/http/fields.js';

export const MAX_TAG_LABEL = 50;
const TAG = { max: 100, description: 'Slug of the tag.' };
const LABEL = { min: 1, max: MAX_TAG_LABEL };
const ICON = { optional: true, nullable: true, max: 50 };

/** The looks of a tag. */
class TagLooksInput {
  @EnumField([...COLORS], {
    optional: true,
    default: 'default',
    description: 'A colour of the palette; those with `$` follow the theme of a site.',
  })
  color?: string;

  @TextField({ ...ICON, description: 'Name of an icon, instead of an emoji; null removes it.' })
  icon?: string | null;

  @TextField({ ...ICON, description: 'An emoji, instead of an icon; null removes it.' })
  emoji?: string | null;
}

export class InsertTagChange extends TagLooksInput {
  @EnumField(['insert_tag'])
  operation: 'insert_tag';

  @TextField(LABEL)
  label: string;

  @TextField({
    ...TAG,
    min: 1,
    optional: true,
    pattern: /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}_-]*$/u,
    patternMeaning: 'small letters, digits, hyphens and underscores',
    description: 'Names the tag for good, whatever becomes of its label; made from the label when absent.',
  })
  slug?: string;
}

export class UpdateTagChange extends TagLooksInput {
  @EnumField(['update_tag'])
  operation: 'update_tag';

  @TextField(TAG)
  tag: string;

  @TextField({ ...LABEL, optional: true, description: 'Another label; the slug stays.' })
  label?: string;
}

export class DeleteTagChange {
  @EnumField(['delete_tag'])
  operation: 'delete_tag';

  @TextField({ ...TAG, description: 'Slug of the tag. It leaves all pages that have it.' })
  tag: string;
}

export class CreatedTagOutcome {
  @ApiProperty({ enum: ['created_tag'] })
  object: 'created_tag';
  @ApiProperty({ description: TAG.description })
  tag: string;
}

export class UpdatedTagOutcome {
  @ApiProperty({ enum: ['updated_tag'] })
  object: 'updated_tag';
  @ApiProperty({ description: TAG.description })
  tag: string;
}

export class DeletedTagOutcome {
  @ApiProperty({ enum: ['deleted_tag'] })
  object: 'deleted_tag';
  @ApiProperty({ description: TAG.description })
  tag: string;
}
