import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import {
  BooleanField,
  EnumField,
  JsonField,
  NumberField,
  ObjectField,
  TextField,
  UnionField,
} from '#platform/http/fields.js';
import { type ContentRef, ContentRefField } from '#modules/documents/index.js';
import { FileResource } from '../reading/content.dto.js';
import { DocumentInput, REF } from './change-inputs.dto.js';
import { PageFieldsInput } from './page-fields.dto.js';
import {
  DeletedFileOutcome,
  DeletedReusableContentOutcome,
  DeleteFileChange,
  DeleteReusableContentChange,
  InsertFilesChange,
  InsertReusableContentChange,
  UpdatedFileOutcome,
  UpdatedReusableContentOutcome,
  CreatedReusableContentOutcome,
  UpdateFileChange,
  UpdateReusableContentChange,
} from './entry-changes.dto.js';
import {
  CreatedTagOutcome,
  DeletedTagOutcome,
  DeleteTagChange,
  InsertTagChange,
  UpdatedTagOutcome,
  UpdateTagChange,
} from './tag-changes.dto.js';

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

  @ContentRefField({ optional: true, description: 'New target of a page of type link: a content reference.' })
  target?: ContentRef;
}

export class DeletePageChange {
  @EnumField(['delete_page'])
  operation: 'delete_page';

  @TextField({ max: 128, description: 'Goes with its subpages.' })
  page: string;
}

export class DuplicatePageChange {
  @EnumField(['duplicate_page'])
  operation: 'duplicate_page';

  @TextField({ max: 128, description: 'The copy stands right after it.' })
  page: string;

  @BooleanField({
    optional: true,
    default: true,
    description: 'False to copy the page without its subpages.',
  })
  subpages?: boolean;

  @TextField({
    optional: true,
    min: 1,
    max: 300,
    description: 'Title of the copy; that of the page with "(copy)" when absent.',
  })
  title?: string;

  @TextField({
    optional: true,
    ...REF,
    description: 'Lets other changes of the batch name the copy as `ref:<name>`.',
  })
  ref?: string;
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
  | DuplicatePageChange
  | RevertPageChange
  | InsertFilesChange
  | UpdateFileChange
  | DeleteFileChange
  | InsertReusableContentChange
  | UpdateReusableContentChange
  | DeleteReusableContentChange
  | InsertTagChange
  | UpdateTagChange
  | DeleteTagChange
  | UpdateVariablesChange;

export class ContentChangesBody {
  @UnionField(
    'operation',
    {
      insert_page: () => InsertPageChange,
      update_page: () => UpdatePageChange,
      delete_page: () => DeletePageChange,
      duplicate_page: () => DuplicatePageChange,
      revert_page: () => RevertPageChange,
      insert_files: () => InsertFilesChange,
      update_file: () => UpdateFileChange,
      delete_file: () => DeleteFileChange,
      insert_reusable_content: () => InsertReusableContentChange,
      update_reusable_content: () => UpdateReusableContentChange,
      delete_reusable_content: () => DeleteReusableContentChange,
      insert_tag: () => InsertTagChange,
      update_tag: () => UpdateTagChange,
      delete_tag: () => DeleteTagChange,
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

  @BooleanField({
    optional: true,
    description:
      'True for changes that an editor saves by itself: consecutive ones of the same author are one revision.',
  })
  autosave?: boolean;
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

const outcomes = [
  CreatedPageOutcome,
  UpdatedPageOutcome,
  DeletedPageOutcome,
  UpdatedFileOutcome,
  DeletedFileOutcome,
  CreatedReusableContentOutcome,
  UpdatedReusableContentOutcome,
  DeletedReusableContentOutcome,
  CreatedTagOutcome,
  UpdatedTagOutcome,
  DeletedTagOutcome,
];

export type ChangeOutcome = InstanceType<(typeof outcomes)[number]>;

/** The outcome of a batch; the resource of the space or change request adds a member for itself. */
@ApiExtraModels(...outcomes)
export class ContentUpdateResource {
  @ApiProperty({
    description: 'The revision that holds the changes; the one before when they change nothing.',
  })
  revision: string;
  @ApiProperty({ type: 'array', items: { oneOf: outcomes.map((type) => ({ $ref: getSchemaPath(type) })) } })
  changes: ChangeOutcome[];
  @ApiPropertyOptional({
    description: 'True if the revision also has changes of others, made since the revision that was sent.',
  })
  merged?: boolean;
  @ApiPropertyOptional({ type: [FileResource] })
  insertedFiles?: FileResource[];
}
