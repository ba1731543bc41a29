import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  JsonField,
  NumberField,
  ObjectField,
  TextField,
  UnionField,
  UrlField,
} from '#platform/http/fields.js';
import { type ContentRef, ContentRefField, MAX_MARKDOWN_LENGTH } from '#modules/documents/index.js';
import { FileResource } from '../reading/content.dto.js';

/** Names inside one batch; other changes of it use them as `ref:<name>`. */
const REF = {
  max: 100,
  pattern: /^[\w.-]+$/,
  patternMeaning: 'letters, digits, dots, hyphens and underscores',
};

export class DocumentInput {
  @TextField({
    optional: true,
    max: MAX_MARKDOWN_LENGTH,
    description: 'The text as Markdown; front matter sets fields of the page.',
  })
  markdown?: string;

  /** Checked by the module of documents, which leaves long ones to a thread. */
  @JsonField({ optional: true, description: 'The text as a document.' })
  document?: Record<string, unknown>;
}

export class PageFieldsInput {
  @TextField({ optional: true, min: 1, max: 300 })
  title?: string;

  @TextField({
    optional: true,
    max: 100,
    description: 'Made unique among the siblings; made from the title when absent.',
  })
  slug?: string;

  @TextField({ optional: true, nullable: true, max: 50 })
  emoji?: string | null;

  @TextField({ optional: true, nullable: true, max: 50 })
  icon?: string | null;

  @TextField({ optional: true, nullable: true, max: 1000 })
  description?: string | null;

  @BooleanField({ optional: true })
  hidden?: boolean;

  @BooleanField({ optional: true })
  noIndex?: boolean;

  @BooleanField({ optional: true })
  noRobotsIndex?: boolean;

  @TextField({ optional: true, nullable: true, max: 1024 })
  condition?: string | null;

  /** Checked together with the variables of front matter, by `patchVariables`. */
  @JsonField({
    optional: true,
    nullable: true,
    description: 'Variables of the page by name; null as a value removes one, null removes all, others stay.',
  })
  variables?: Record<string, unknown> | null;
}

export class InsertPageChange extends PageFieldsInput {
  @EnumField(['insert_page'])
  operation: 'insert_page';

  @TextField({
    optional: true,
    max: 128,
    description: 'Parent page, also `ref:<name>` of an earlier insert; the top when absent.',
  })
  into?: string;

  @NumberField({
    optional: true,
    integer: true,
    min: 0,
    description: 'Place among the siblings; the end when absent.',
  })
  at?: number;

  @TextField({
    optional: true,
    ...REF,
    description: 'Lets other changes of the batch name this page as `ref:<name>`.',
  })
  ref?: string;

  @EnumField(['document', 'group', 'link', 'computed'], { optional: true, default: 'document' })
  type?: 'document' | 'group' | 'link' | 'computed';

  @ContentRefField({ optional: true, description: 'Target of a page of type link: a content reference.' })
  target?: ContentRef;

  /** Checked by the kind of sources that its type names; modules above register kinds. */
  @JsonField({ optional: true, description: 'Source of a page of type computed.' })
  computed?: Record<string, unknown>;

  @ObjectField(() => DocumentInput, { optional: true, description: 'Required for pages of type document.' })
  document?: DocumentInput;
}

export class UpdatePageChange extends PageFieldsInput {
  @EnumField(['update_page'])
  operation: 'update_page';

  @TextField({ max: 128 })
  page: string;

  @ObjectField(() => DocumentInput, { optional: true, description: 'Replaces the text.' })
  document?: DocumentInput;

  @TextField({ optional: true, nullable: true, max: 128, description: 'New parent; null is the top.' })
  into?: string | null;

  @NumberField({ optional: true, integer: true, min: 0, description: 'Place among the new siblings.' })
  at?: number;
}

export class DeletePageChange {
  @EnumField(['delete_page'])
  operation: 'delete_page';

  @TextField({ max: 128, description: 'Goes with its subpages.' })
  page: string;
}

export class RevertPageChange {
  @EnumField(['revert_page'])
  operation: 'revert_page';

  @TextField({ max: 128, description: 'A page that was deleted since comes back with its subpages.' })
  page: string;

  @TextField({ optional: true, max: 64, description: 'The revision to go back to; the base when absent.' })
  revision?: string;

  @TextField({
    optional: true,
    max: 128,
    array: { min: 1, max: 1000 },
    description: 'Keys of the blocks to take back; the whole page when absent.',
  })
  block?: string[];
}

export class InsertFileInput {
  @UrlField({ optional: true, description: 'Address from which the server fetches the file.' })
  url?: string;

  @TextField({
    optional: true,
    min: 1,
    max: 512,
    description: 'Key of an upload of the kind `content_file`.',
  })
  key?: string;

  @TextField({ optional: true, max: 1_400_000, description: 'The bytes; at most 1 MB of them.' })
  base64?: string;

  @TextField({ min: 1, max: 256 })
  name: string;

  @TextField({
    optional: true,
    ...REF,
    description: 'Lets documents of the batch name this file as `ref:<name>`.',
  })
  ref?: string;

  @TextField({
    optional: true,
    max: 255,
    pattern: /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=([\w.+-]+|"[^"\\,]*"))*$/,
    patternMeaning: 'a media type such as image/png',
  })
  contentType?: string;
}

export class InsertFilesChange {
  @EnumField(['insert_files'])
  operation: 'insert_files';

  @ObjectField(() => InsertFileInput, { array: { min: 1, max: 20 } })
  files: InsertFileInput[];
}

export class UpdateVariablesChange {
  @EnumField(['update_variables'])
  operation: 'update_variables';

  /** Checked by `patchVariables`, as those of pages. */
  @JsonField({
    description:
      'Variables of the space by name: texts of at most 256 characters, numbers, booleans; null removes one, others stay.',
  })
  variables: Record<string, unknown>;
}

export type ContentChange =
  | InsertPageChange
  | UpdatePageChange
  | DeletePageChange
  | RevertPageChange
  | InsertFilesChange
  | UpdateVariablesChange;

export class ContentChangesBody {
  @UnionField(
    'operation',
    {
      insert_page: () => InsertPageChange,
      update_page: () => UpdatePageChange,
      delete_page: () => DeletePageChange,
      revert_page: () => RevertPageChange,
      insert_files: () => InsertFilesChange,
      update_variables: () => UpdateVariablesChange,
    },
    {
      array: { min: 1, max: 50 },
      description: 'Applied in order, all or none.',
      example: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Its text.' } }],
    },
  )
  changes: ContentChange[];

  @TextField({
    optional: true,
    max: 64,
    description:
      'The revision the changes were made on, so that what others did since is kept; the newest when absent.',
  })
  revision?: string;
}

export class ContentChangesQuery {
  @BooleanField({ optional: true, default: true, description: 'false answers what became of each change.' })
  compat?: boolean;
}

export class ChangedPageUrls {
  @ApiProperty({ format: 'uri' })
  location: string;
}

export class ChangedPageResource {
  @ApiProperty({ enum: ['page'] })
  object: 'page';
  @ApiProperty()
  id: string;
  @ApiProperty({ type: ChangedPageUrls })
  urls: ChangedPageUrls;
}

export class CreatedPageOutcome {
  @ApiProperty({ enum: ['created_page'] })
  object: 'created_page';
  @ApiPropertyOptional()
  ref?: string;
  @ApiProperty({ type: ChangedPageResource })
  page: ChangedPageResource;
}

export class UpdatedPageOutcome {
  @ApiProperty({ enum: ['updated_page'] })
  object: 'updated_page';
  @ApiProperty({ type: ChangedPageResource })
  page: ChangedPageResource;
}

export class DeletedPageOutcome {
  @ApiProperty({ enum: ['deleted_page'] })
  object: 'deleted_page';
  @ApiProperty({ description: 'Id of the page.' })
  page: string;
}

export type ChangeOutcome = CreatedPageOutcome | UpdatedPageOutcome | DeletedPageOutcome;

const outcomes = [CreatedPageOutcome, UpdatedPageOutcome, DeletedPageOutcome];

/** The outcome of a batch; the resource of the space or change request adds a member for itself. */
@ApiExtraModels(...outcomes)
export class ContentUpdateResource {
  @ApiProperty({
    description: 'The revision that holds the changes; the one before when they change nothing.',
  })
  revision: string;
  @ApiProperty({ type: 'array', items: { oneOf: outcomes.map((type) => ({ $ref: getSchemaPath(type) })) } })
  changes: ChangeOutcome[];
  @ApiPropertyOptional({ type: [FileResource] })
  insertedFiles?: FileResource[];
}
