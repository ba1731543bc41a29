import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { UserResource } from '#modules/users/index.js';
import { BooleanField, NumberField, ObjectField, TextField } from '#platform/http/fields.js';

const CLIENT = {
  optional: true,
  max: 64,
  description: 'Tells the windows of one person apart; a text that the editor makes up.',
} as const;

/** A selection, from a place in the block of the cursor to a place in that block or in another. */
export class SelectionInput {
  @NumberField({ integer: true, min: 0, max: 10_000_000, description: 'Characters of the block before it.' })
  start: number;

  @NumberField({
    integer: true,
    min: 0,
    max: 10_000_000,
    description: 'Characters of its block before its end.',
  })
  end: number;

  @TextField({
    optional: true,
    max: 128,
    description: 'Key of the block in which it ends, if that is another.',
  })
  endBlock?: string;
}

@ApiSchema({ name: 'PresenceInput' })
export class PresenceBody {
  @TextField({ ...CLIENT, example: 'window-1' })
  client?: string;

  @TextField({ optional: true, nullable: true, max: 128, description: 'Key of the block of the cursor.' })
  block?: string | null;

  @ObjectField(() => SelectionInput, { optional: true, nullable: true })
  selection?: SelectionInput | null;

  @BooleanField({ optional: true, default: false, example: true })
  typing?: boolean;
}

export class PresenceQuery {
  @TextField(CLIENT)
  client?: string;
}

@ApiSchema({ name: 'PresentPerson' })
export class PresentPersonResource {
  @ApiProperty({ type: UserResource })
  user: UserResource;

  @ApiProperty({ description: 'The window of the person.' })
  client: string;

  @ApiPropertyOptional({ description: 'Key of the block of the cursor.' })
  block?: string;

  @ApiPropertyOptional({ type: SelectionInput })
  selection?: SelectionInput;

  @ApiProperty()
  typing: boolean;

  @ApiProperty({ format: 'date-time', description: 'The last time when the editor said so.' })
  at: string;
}

@ApiSchema({ name: 'TextPresence' })
export class PresenceResource {
  @ApiProperty({ enum: ['presence'] })
  object: 'presence';

  @ApiProperty({ description: 'The newest revision of the content.' })
  revision: string;

  @ApiProperty({
    description:
      'Another one whenever the text, the title or what else belongs to it change; pages below a page do not count.',
  })
  version: string;

  @ApiPropertyOptional({ description: 'Id of the document; absent for an empty text.' })
  documentId?: string;

  @ApiProperty({ type: [PresentPersonResource], description: 'Others who have the text open; at most 100.' })
  people: PresentPersonResource[];
}
