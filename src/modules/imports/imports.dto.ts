import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import {
  EnumField,
  NumberField,
  ObjectField,
  TextField,
  UnionField,
  UrlField,
} from '#platform/http/fields.js';
import { UPLOAD_KINDS, type UploadKind } from '#modules/storage/index.js';
import { IMPORT_STATUSES, type ImportStatus } from './content-import.entity.js';
import { ITEM_STATUSES, type ItemStatus } from './content-import-item.entity.js';
import { LIMITS } from './import-limits.js';

export class ImportOrganizationParams {
  @TextField({ max: 64, description: 'Id of the organization.' })
  organizationId: string;
}

export class ContentImportParams extends ImportOrganizationParams {
  @TextField({ max: 64, description: 'Id of the import.' })
  importRunId: string;
}

export class WebsiteSourceInput {
  @EnumField(['website'])
  type: 'website';

  @UrlField({
    description: 'Start address; pages at and below it are imported.',
    example: 'https://docs.example.com/',
  })
  url: string;
}

export class FileSourceInput {
  @EnumField(['file'])
  type: 'file';

  @TextField({
    min: 1,
    max: 512,
    array: { min: 1, max: LIMITS.uploads },
    description: 'Keys of uploads of the kind `import_file`.',
  })
  files: string[];
}

export class ImportTargetInput {
  @TextField({ min: 1, max: 64, description: 'Id of the space.', example: '{spaceId}' })
  space: string;

  @TextField({
    optional: true,
    min: 1,
    max: 64,
    description: 'Id or number of a change request to import into.',
  })
  changeRequest?: string;

  @TextField({ optional: true, min: 1, max: 128, description: 'Id of the page to import below.' })
  page?: string;
}

@ApiSchema({ name: 'StartImportRun' })
export class StartImportBody {
  @UnionField('type', { website: () => WebsiteSourceInput, file: () => FileSourceInput })
  source: WebsiteSourceInput | FileSourceInput;

  @ObjectField(() => ImportTargetInput)
  target: ImportTargetInput;
}

export class ImportedPageResource {
  @ApiProperty({ description: 'Id of the page.' })
  id: string;
  @ApiPropertyOptional({ description: 'Address of the page on the website, or path of the file.' })
  sourceURL?: string;
  @ApiProperty({ enum: ['page'] })
  type: 'page';
}

export class ImportItemResource {
  @ApiProperty({ description: 'Address of a page or image, or path of a file.' })
  source: string;
  @ApiProperty({ enum: ITEM_STATUSES })
  status: ItemStatus;
  @ApiPropertyOptional({ description: 'Why it was left out, or what of it was lost; a sentence.' })
  message?: string;
  @ApiPropertyOptional({ description: 'Title of the page it became.' })
  title?: string;
  @ApiPropertyOptional({ description: 'Id of the page it became.' })
  page?: string;
}

export class ImportTargetResource {
  @ApiProperty()
  space: string;
  @ApiPropertyOptional()
  changeRequest?: string;
  @ApiPropertyOptional()
  page?: string;
}

export class ImportSourceResource {
  @ApiProperty({ enum: ['website', 'file'] })
  type: 'website' | 'file';
  @ApiPropertyOptional({ format: 'uri' })
  url?: string;
  @ApiPropertyOptional({ type: [String] })
  files?: string[];
}

@ApiSchema({ name: 'ContentImportRun' })
export class ContentImportRunResource {
  @ApiProperty()
  id: string;
  @ApiProperty({ enum: IMPORT_STATUSES })
  status: ImportStatus;
  @ApiPropertyOptional({ format: 'date-time' })
  startedAt?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'Only of imports that are completed.' })
  completedAt?: string;
  @ApiPropertyOptional({
    type: [ImportedPageResource],
    description: 'Pages that were made; absent in lists.',
  })
  pages?: ImportedPageResource[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ description: 'Id of the user who started it.' })
  createdBy: string;
  @ApiProperty({ type: ImportSourceResource })
  source: ImportSourceResource;
  @ApiProperty({ type: ImportTargetResource })
  target: ImportTargetResource;
  @ApiPropertyOptional({ description: 'Why it failed, as a sentence.' })
  error?: string;
  @ApiPropertyOptional({
    description: 'Change request that holds the content; opened by the import where the space is locked.',
  })
  changeRequest?: string;
  @ApiPropertyOptional({ description: 'Revision that the content came with.' })
  revision?: string;
  @ApiPropertyOptional({ type: [ImportItemResource], description: 'Absent in lists.' })
  items?: ImportItemResource[];
}

export class UploadedFileInput {
  @TextField({ min: 1, max: 255, example: 'notes.md', description: 'Name of the file with its ending.' })
  name: string;

  @TextField({
    min: 3,
    max: 255,
    pattern: /^[\w.+-]+\/[\w.+-]+( *;[\x20-\x7e]*)?$/,
    patternMeaning: 'a media type such as text/markdown',
    example: 'text/markdown',
    description: 'Media type; the bytes must be sent with the same one.',
  })
  type: string;

  @NumberField({ integer: true, min: 1, description: 'Bytes; exactly so many must be sent.' })
  size: number;
}

export class CreateUploadBody {
  @ObjectField(() => UploadedFileInput)
  file: UploadedFileInput;

  @EnumField(UPLOAD_KINDS, { example: 'import_file', description: 'Purpose of the file.' })
  kind: UploadKind;
}

@ApiSchema({ name: 'StorageUploadURL' })
export class UploadUrlResource {
  @ApiProperty({ enum: ['storage-signed-url'] })
  object: 'storage-signed-url';
  @ApiProperty({ format: 'uri', description: 'Takes the bytes with PUT, once, for half an hour.' })
  url: string;
  @ApiProperty({ description: 'Names the file in the operation it is for.' })
  key: string;
}
