import type { ConflictChoice, ConflictKind } from '#modules/content/index.js';
import { UserResource } from '#modules/users/index.js';
import { EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

const CHOICES: ConflictChoice[] = ['main', 'mine', 'both'];
const KINDS: ConflictKind[] = [
  'block',
  'field',
  'document',
  'page-deleted',
  'parent',
  'file',
  'reusable-content',
  'variable',
  'tag',
  'redirect',
];

export class ResolutionInput {
  @TextField({ max: 1000, description: 'Id of the conflict' })
  conflict: string;

  @EnumField(CHOICES, {
    description: 'main: the main content wins; mine: the change request wins; both: one after the other',
  })
  choice: ConflictChoice;

  @TextField({
    optional: true,
    max: 200,
    description: 'Fingerprint of the conflict as it was looked at; refused when a side changed since',
  })
  fingerprint?: string;
}

export class ResolveConflictsBody {
  @ObjectField(() => ResolutionInput, {
    array: { min: 1, max: 1000 },
    description: 'Stored all or none',
    example: [{ conflict: '{conflictId}', choice: 'main' }],
  })
  resolutions: ResolutionInput[];
}

const anyValue = {
  nullable: true,
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
  ],
};

@ApiSchema({ name: 'ChangeRequestConflict' })
export class ConflictResource {
  @ApiProperty({ enum: ['change-request-conflict'] })
  object: 'change-request-conflict';

  @ApiProperty({ description: 'Names the place; equal in every attempt to merge' })
  id: string;

  @ApiProperty({ description: 'Names the three values; a resolution counts while it stays the same' })
  fingerprint: string;

  @ApiProperty({ enum: KINDS })
  kind: ConflictKind;

  @ApiPropertyOptional({ description: 'Id of the page it is in' })
  page?: string;

  @ApiPropertyOptional({ description: 'Id of the file' })
  file?: string;

  @ApiPropertyOptional({ description: 'Id of the reusable content' })
  reusableContent?: string;

  @ApiPropertyOptional({ description: 'Name of the field, variable, tag or redirect' })
  field?: string;

  @ApiPropertyOptional({ description: 'Key of the block' })
  block?: string;

  @ApiProperty({
    ...anyValue,
    description: 'Value in the base; null if it was absent there, a hash if it is very long',
  })
  base: unknown;

  @ApiProperty({ ...anyValue, description: 'Current value in the main content' })
  main: unknown;

  @ApiProperty({ ...anyValue, description: 'Value in the change request' })
  mine: unknown;

  @ApiProperty({ enum: CHOICES, isArray: true, description: 'The resolutions it can have' })
  choices: ConflictChoice[];

  @ApiPropertyOptional({ enum: CHOICES, description: 'Absent while it is open' })
  resolution?: ConflictChoice;

  @ApiPropertyOptional({ type: UserResource })
  resolvedBy?: UserResource;

  @ApiPropertyOptional({ format: 'date-time' })
  resolvedAt?: string;
}

@ApiSchema({ name: 'ResolvedConflicts' })
export class ResolvedConflictsResource {
  @ApiProperty({ type: [ConflictResource], description: 'The conflicts that were resolved' })
  items: ConflictResource[];
}
